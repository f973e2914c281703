import { findAsciidocIncludes, includeCandidates } from '../../asciidoc/asciidoc-includes.ts';
import { findCopied } from '../../includes/find-target.ts';
import type { FileTree } from '../../sources/file-tree.ts';

/** How AsciiDoc files without Antora make up pages. */
type AsciidocBooks = {
  /** The files without a document title that pages include, with the outermost that does: only that has a page. */
  parts: Map<string, string>;
  /** The pages that another page includes, with the outermost that does: it has what their `<<id>>` refer to. */
  bookOf: Map<string, string>;
  /** By page, the pages with what its `<<id>>` refer to that is neither on it nor in a book: chapters that a build joins. */
  elsewhere: Map<string, Record<string, string>>;
  /** Whether most of what leads to headings of other files is in the form of GitHub's ids, `how-to`, and not `_how_to`. */
  hasGithubIds: boolean;
};

const definition =
  /\[\[([^\],\s[]{1,200})(?:,[^\]\n]{0,200})?\]\]|\[#([\w:.-]{1,200})[\],.%]|\banchor:([\w:.-]{1,200})\[/g;
const toOther = /(?:<<|\bxref:)[^\s#<>[\]]{1,200}#([\w-]{1,200})/g;
const reference = /<<#?([\w:.-]{1,200})(?:,[^>\n]{0,500})?>>|\bxref:#?([\w:.-]{1,200})\[/g;

/** Begins a page by itself: a document title in any of its forms, or front matter. */
const beginsPage = /^= \S|^[^\s=/:.[][^\n]*\n={4,}[ \t]*$|^---\n(?=[\w-]+:)/m;
const markdownTitle = /^\s*# \S/;

export async function readAsciidocBooks(tree: FileTree, files: string[]): Promise<AsciidocBooks> {
  const known = new Set(files);
  const includes = new Map<string, string[]>();
  const untitled = new Set<string>();
  const ids = new Map<string, string[]>();
  const references = new Map<string, string[]>();
  const linked: string[] = [];
  for (const file of files) {
    const text = (await tree.read(file)).text ?? '';
    if (!beginsPage.test(text) && !markdownTitle.test(text)) untitled.add(file);
    const found = findAsciidocIncludes(text, file, {}, includeCandidates)
      .map(({ candidates, target }) => candidates?.find((one) => known.has(one)) ?? findCopied(target, tree))
      .filter((one): one is string => one !== null && known.has(one));
    includes.set(file, found);
    for (const id of namesIn(text, definition)) ids.set(id, [...(ids.get(id) ?? []).slice(0, 1), file]);
    references.set(file, namesIn(text, reference));
    linked.push(...namesIn(text, toOther));
  }
  const included = new Set([...includes].flatMap(([file, found]) => found.filter((one) => one !== file)));
  const reached = new Map<string, string>();
  const reach = (book: string): void => {
    const waiting = [book];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (reached.has(file)) continue;
      reached.set(file, book);
      waiting.push(...(includes.get(file) ?? []));
    }
  };
  for (const file of files) if (!included.has(file)) reach(file);
  for (const file of files) if (!untitled.has(file)) reach(file);
  const parts = new Map([...reached].filter(([file]) => untitled.has(file) && included.has(file)));
  const pageOf = (file: string): string => parts.get(file) ?? file;
  const elsewhere = new Map<string, Record<string, string>>();
  for (const [file, named] of references) {
    const page = pageOf(file);
    for (const id of named) {
      const [place, another] = ids.get(id) ?? [];
      if (place === undefined || another !== undefined || pageOf(place) === page) continue;
      elsewhere.set(page, { ...elsewhere.get(page), [id]: pageOf(place) });
    }
  }
  const automatic = linked.filter((id) => !ids.has(id));
  return {
    parts,
    elsewhere,
    hasGithubIds: automatic.length > 2 * automatic.filter((id) => id.startsWith('_')).length,
    bookOf: new Map([...reached].filter(([file, book]) => file !== book && !untitled.has(file))),
  };
}

function namesIn(text: string, pattern: RegExp): string[] {
  return Array.from(
    new Set(Array.from(text.matchAll(pattern), (found) => found.slice(1).find(Boolean) ?? '')),
  );
}
