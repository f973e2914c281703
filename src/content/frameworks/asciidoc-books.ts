import { findAsciidocIncludes, includeCandidates } from '../asciidoc/asciidoc-includes.ts';
import type { FileTree } from '../sources/file-tree.ts';

/** How AsciiDoc files without Antora make up pages. */
type AsciidocBooks = {
  /** The files without a document title that pages include, with the outermost that does: only that has a page. */
  parts: Map<string, string>;
  /** The pages that another page includes, with the outermost that does: it has what their `<<id>>` refer to. */
  bookOf: Map<string, string>;
};

/** Begins a page by itself: a document title in any of its forms, or front matter. */
const beginsPage = /^= \S|^[^\s=/:.[][^\n]*\n={4,}[ \t]*$|^---\n(?=[\w-]+:)/m;
const markdownTitle = /^\s*# \S/;

export async function readAsciidocBooks(tree: FileTree, files: string[]): Promise<AsciidocBooks> {
  const known = new Set(files);
  const includes = new Map<string, string[]>();
  const untitled = new Set<string>();
  for (const file of files) {
    const text = (await tree.read(file)).text ?? '';
    if (!beginsPage.test(text) && !markdownTitle.test(text)) untitled.add(file);
    const found = findAsciidocIncludes(text, file, {}, includeCandidates).flatMap(
      ({ candidates }) => candidates.find((one) => known.has(one)) ?? [],
    );
    includes.set(file, found);
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
  return {
    parts: new Map([...reached].filter(([file]) => untitled.has(file) && included.has(file))),
    bookOf: new Map([...reached].filter(([file, book]) => file !== book && !untitled.has(file))),
  };
}
