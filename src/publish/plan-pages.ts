import type { DocsFile } from '../content/read-docs.ts';
import type { IndexedFile } from '../retrieval/indexed-files.ts';

/** What has to be parsed, and what the previous index already holds. */
export type Plan = { parse: DocsFile[]; keep: IndexedFile[]; gone: number };

/** Compares the files of the docs with the pages of the previous index, by their hashes. */
export function planPages(files: readonly DocsFile[], indexed: readonly IndexedFile[]): Plan {
  const pagesOf = Map.groupBy(indexed, ({ file }) => file);
  const parse: DocsFile[] = [];
  const keep: IndexedFile[] = [];
  for (const entry of files) {
    // It leaves no page; one that was indexed before it was hidden counts as gone.
    if (entry.page.hidden) continue;
    const pages = pagesOf.get(entry.file) ?? [];
    pagesOf.delete(entry.file);
    if (pages.length > 0 && pages.every(({ hash }) => hash === entry.hash)) keep.push(...pages);
    else parse.push(entry);
  }
  return { parse, keep, gone: pagesOf.size };
}
