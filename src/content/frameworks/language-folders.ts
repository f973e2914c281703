import type { PageFile } from '../site/site-facts.ts';
import { siblingFolders } from './sibling-folders.ts';

/** `de`, `zh-CN`, `pt_BR`, `zh-Hans`. */
const code = /^[a-z]{2}(?:[-_](?:[a-z]{2}|[a-z]{4}))?$/i;
/** Without one of these, `ts` beside `os` is something else. */
const frequent = /^(?:en|zh|ja|ko|fr|de|es|pt|ru|it)(?:[-_]|$)/i;

/** Countries that folders are named after in place of their language. */
const countries: Record<string, string> = { cn: 'zh', tw: 'zh-TW', jp: 'ja', kr: 'ko', ua: 'uk', cz: 'cs' };

// Loading the names takes a good part of a reading process's start.
let known: Intl.DisplayNames | undefined;

/**
 * Gives the pages in folders of languages their language, where neither framework nor configuration knows of languages:
 * sibling folders with such names that hold mostly the same paths, or translations of the folder that they are in.
 * English is the default, else the language with most pages.
 */
export function readLanguageFolders(pages: PageFile[]): PageFile[] {
  if (pages.some(({ language }) => language !== null)) return pages;
  const changed = new Map<PageFile, PageFile>();
  for (const { folders, isBeside } of siblingFolders(pages, isLanguage)) {
    const names = [...folders.keys()];
    if (!names.some((name) => frequent.test(languageOf(name)))) continue;
    const sizeOf = (name: string): number => folders.get(name)!.length;
    const largest = names.toSorted((one, two) => sizeOf(two) - sizeOf(one))[0]!;
    const own = names.find((name) => /^en(?:[-_]us)?$/i.test(name)) ?? largest;
    const main = isBeside(largest) ? null : own;
    for (const [name, of] of folders)
      for (const page of of)
        changed.set(page, {
          ...page,
          language: languageOf(name),
          isDefault: page.isDefault !== false && name === main,
        });
  }
  return pages.map((page) => changed.get(page) ?? page);
}

function isLanguage(name: string): boolean {
  if (!code.test(name)) return false;
  known ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return known.of(languageOf(name)) !== undefined;
}

function languageOf(name: string): string {
  return countries[name.toLowerCase()] ?? name.replace('_', '-');
}
