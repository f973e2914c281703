import { relative } from 'node:path/posix';
import { slug } from 'github-slugger';
import { isDocsFile, withoutEnding } from '../../site/endings.ts';
import { folderOf } from '../../site/paths.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { mapOutsideCodeSpans, mapProse } from '../../markdown/split-prose.ts';

const wikiLink = /!?\[\[([^[\]\n]{1,400})\]\]/g;

/**
 * Links of wikis as Markdown: `[[Page]]`, `[[Page#Heading]]`, `[[text|Page]]` of GitHub's wikis and `[[Page|text]]` of
 * Obsidian. What is named so is found by its file's name, wherever it is. A link to nothing becomes its text in a wiki,
 * and stays elsewhere, where it may be something else.
 * https://docs.github.com/en/communities/documenting-your-project-with-wikis/editing-wiki-content
 * https://help.obsidian.md/links
 */
export function readWikiLinks(text: string, file: string, tree: FileTree, isWiki: boolean): string {
  if (!text.includes('[[')) return text;
  const names = namesOf(tree);
  const read = (whole: string, inner: string): string => {
    const parts = inner.split('|').map((part) => part.trim());
    // A picture, and how wide it is.
    if (whole.startsWith('!') && /\.\w{3,4}$/.test(parts[0]!)) return '';
    const at = parts.findIndex((part) => find(names, part, file) !== null);
    if (at < 0) return isWiki ? parts[0]! : whole;
    const [page = '', heading = ''] = parts[at]!.split('#');
    const shown = parts.find((_, index) => index !== at) ?? (page || heading);
    const target = relative(folderOf(file), find(names, parts[at]!, file)!);
    const anchor = heading === '' || heading.startsWith('^') ? '' : `#${slug(heading)}`;
    return `[${shown}](<${target}${anchor}>)`;
  };
  return mapProse(text, (prose) =>
    mapOutsideCodeSpans(prose, (outside) => outside.replaceAll(wikiLink, read)),
  );
}

/** The page of that name: the file's own, else the one in the nearest folder. */
function find(names: Map<string, string[]>, given: string, file: string): string | null {
  const name = normal(given.split('#')[0]!);
  if (name === '') return given.startsWith('#') ? file : null;
  const known = names.get(name) ?? [];
  const isNear = (one: string): boolean => folderOf(one) === folderOf(file);
  return known.find(isNear) ?? known[0] ?? null;
}

const known = new WeakMap<FileTree, Map<string, string[]>>();

/** The pages by the ends of their paths: `guide/setup` by `guide/setup` and `setup`. */
function namesOf(tree: FileTree): Map<string, string[]> {
  const before = known.get(tree);
  if (before !== undefined) return before;
  const names = new Map<string, string[]>();
  for (const file of tree.files.filter(isDocsFile)) {
    const path = normal(file);
    for (const name of new Set([path, path.slice(path.lastIndexOf('/') + 1)]))
      names.set(name, [...(names.get(name) ?? []), file]);
  }
  known.set(tree, names);
  return names;
}

/** Spaces and dashes are the same in names of pages, and so are letters of either case. */
function normal(name: string): string {
  return withoutEnding(name)
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '-');
}
