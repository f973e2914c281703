import { frameworkNamed } from '../../content/frameworks/detect-framework.ts';
import { splitFrontMatter } from '../../content/front-matter.ts';
import { parseFormat } from '../../content/parse-format.ts';
import { parsePage } from '../../content/parse-page.ts';
import { slugOf } from '../../content/slug-of.ts';
import type { PageSource } from '../../content/parse-tree.ts';

/** The docs framework's rules for a page, known before the page is read. */
export type PageRules = Pick<PageSource, 'framework' | 'page' | 'addresses'>;

/** A page's path on the site, which its front matter may set. */
export function findAddress(_path: string, text: string, { framework, page }: PageRules): string {
  const { data } = splitFrontMatter(text);
  return slugOf(page, data) ?? frameworkNamed(framework).movedPath(page, data) ?? page.path;
}

/** Old paths that redirect to a page by its own front matter. */
export async function findOtherPaths(_path: string, text: string, rules: PageRules): Promise<string[]> {
  const format = await parseFormat({ ...rules, text, hash: '' });
  const data = format?.data ?? splitFrontMatter(text).data;
  return frameworkNamed(rules.framework).otherPaths?.(rules.page, data) ?? [];
}

/** Whether the site has the page, which is false for a draft. */
export async function isPublished(_path: string, text: string, rules: PageRules): Promise<boolean> {
  const source = { ...rules, text, hash: '' };
  return parsePage(source, await parseFormat(source)).targets.length > 0;
}

/** A page's fragments by the framework's rules; null when they are not known. */
export async function findAnchors(_path: string, text: string, rules: PageRules): Promise<string[] | null> {
  const source = { ...rules, text, hash: '' };
  const format = await parseFormat(source);
  // Included files have headings that are not known here.
  if (format !== null && /^[ \t]{0,40}(?:(?:\.\. )?include::|```\{include\})/m.test(text)) return null;
  return parsePage(source, format).targets[0]?.anchors ?? null;
}

/** The page's Markdown as searched and shown; null for a draft or a hidden page. */
export async function readAsPage(_path: string, text: string, rules: PageRules): Promise<string | null> {
  const source = { ...rules, text, hash: '' };
  const [page] = parsePage(source, await parseFormat(source)).pages;
  return page?.markdown ?? null;
}
