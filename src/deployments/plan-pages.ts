import type { DocsFile } from '../content/read-docs.ts';
import type { EmptyFiles, IndexedFile } from '../retrieval/indexed-files.ts';

/** What has to be parsed, and what the previous index already knows: pages, and files that make none. */
export type Plan = { parse: DocsFile[]; keep: IndexedFile[]; empty: EmptyFiles; gone: number };

/** Compares the files of the docs with those of the previous index, by their hashes. */
export function planPages(
  files: readonly DocsFile[],
  previous: { pages: readonly IndexedFile[] | null; empty: EmptyFiles } | null,
): Plan {
  const pagesOf = Map.groupBy(previous?.pages ?? [], ({ file }) => file);
  const parse: DocsFile[] = [];
  const keep: IndexedFile[] = [];
  const empty = new Map<string, string>();
  for (const entry of files) {
    // It leaves no page; one that was indexed before it was hidden counts as gone.
    if (entry.page.hidden) continue;
    const pages = pagesOf.get(entry.file) ?? [];
    pagesOf.delete(entry.file);
    if (pages.length > 0 && pages.every(({ hash }) => hash === entry.hash)) keep.push(...pages);
    else if (pages.length === 0 && previous?.empty.get(entry.file) === entry.hash)
      empty.set(entry.file, entry.hash);
    else parse.push(entry);
  }
  return { parse, keep, empty, gone: pagesOf.size };
}
