import type { ListedFile } from '../content/reading/reading-tasks.ts';
import type { EmptyFiles, IndexedFile } from '../retrieval/indexed-files.ts';

/** Files to parse, and files that the previous index already covers: as pages, or as files without a page. */
export type Plan = { parse: ListedFile[]; keep: IndexedFile[]; empty: EmptyFiles; gone: number };

/** Compares the docs' files with those of the previous index, by hash. */
export function planPages(
  files: readonly ListedFile[],
  previous: { pages: readonly IndexedFile[] | null; empty: EmptyFiles; due?: ReadonlySet<string> } | null,
): Plan {
  const pagesOf = Map.groupBy(previous?.pages ?? [], ({ file }) => file);
  const parse: ListedFile[] = [];
  const keep: IndexedFile[] = [];
  const empty = new Map<string, string>();
  for (const entry of files) {
    // A hidden file has no page; a page that was indexed before is removed.
    if (entry.hidden) continue;
    const pages = pagesOf.get(entry.file) ?? [];
    pagesOf.delete(entry.file);
    if (previous?.due?.has(entry.file) === true) parse.push(entry);
    else if (pages.length > 0 && pages.every(({ hash }) => hash === entry.hash)) keep.push(...pages);
    else if (pages.length === 0 && previous?.empty.get(entry.file) === entry.hash)
      empty.set(entry.file, entry.hash);
    else parse.push(entry);
  }
  return { parse, keep, empty, gone: pagesOf.size };
}
