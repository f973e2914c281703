import type { DatabaseSync } from 'node:sqlite';
import { once } from '../lib/once.ts';
import type { ReadPage } from './index-words.ts';

type Page = Omit<ReadPage, 'linkTexts'>;

type WordStore = {
  put: (page: Page) => void;
  /** Once for each page. */
  take: (pageId: number) => Page;
};

/** Terms that are kept in memory: 64 MB. */
const usualMaxKept = 16_000_000;

/** New pages with their words until these are indexed: the first in memory, the others in a temporary file. */
export function createWordStore(database: DatabaseSync, maxKept = usualMaxKept): WordStore {
  const table = once(() => createTable(database));
  const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array) =>
    new Uint8Array(buffer, byteOffset, byteLength);
  const numbersOf = (bytes: unknown) => new Uint32Array(new Uint8Array(bytes as Uint8Array).buffer);
  const inMemory = new Map<number, Page>();
  let kept = 0;
  return {
    put(page) {
      const { id, path, language, facet, sections, words } = page;
      kept += words.ids.length;
      if (kept <= maxKept) inMemory.set(id, page);
      else
        table().insert.run(
          id,
          path,
          language,
          facet,
          sections[0] ?? 0,
          sections.length,
          bytesOf(words.ids),
          bytesOf(words.lengths),
        );
    },
    take(pageId) {
      const page = inMemory.get(pageId);
      inMemory.delete(pageId);
      if (page !== undefined) return page;
      const { first, count, ids, lengths, ...row } = table().select.get(pageId) as Row;
      const sections = Array.from({ length: count }, (_, i) => first + i);
      return { ...row, sections, words: { ids: numbersOf(ids), lengths: numbersOf(lengths) } };
    },
  };
}

/** The sections of a new page have numbers that follow one another. */
type Row = Pick<Page, 'id' | 'path' | 'language' | 'facet'> & {
  first: number;
  count: number;
  ids: Uint8Array;
  lengths: Uint8Array;
};

function createTable(database: DatabaseSync) {
  database.exec(
    'CREATE TEMP TABLE page_words (id INTEGER PRIMARY KEY, path, language, facet, first, count, ids, lengths)',
  );
  return {
    insert: database.prepare('INSERT INTO page_words VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
    select: database.prepare('SELECT * FROM page_words WHERE id = ?'),
  };
}
