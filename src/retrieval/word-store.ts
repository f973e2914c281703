import type { DatabaseSync } from 'node:sqlite';
import { once } from '../lib/once.ts';
import type { PageWords } from './page-words.ts';

type Words = Pick<PageWords, 'ids' | 'lengths'>;

type WordStore = {
  put: (pageId: number, words: Words) => void;
  /** Once for each page. */
  take: (pageId: number) => Words;
};

/** Terms that are kept in memory: 64 MB. */
const usualMaxKept = 16_000_000;

/** The words of pages until these are indexed: of the first in memory, of the others in a temporary file. */
export function createWordStore(database: DatabaseSync, maxKept = usualMaxKept): WordStore {
  const table = once(() => createTable(database));
  const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array) =>
    new Uint8Array(buffer, byteOffset, byteLength);
  const numbersOf = (bytes: unknown) => new Uint32Array(new Uint8Array(bytes as Uint8Array).buffer);
  const inMemory = new Map<number, Words>();
  let kept = 0;
  return {
    put(pageId, { ids, lengths }) {
      kept += ids.length;
      if (kept <= maxKept) inMemory.set(pageId, { ids, lengths });
      else table().insert.run(pageId, bytesOf(ids), bytesOf(lengths));
    },
    take(pageId) {
      const words = inMemory.get(pageId);
      inMemory.delete(pageId);
      if (words !== undefined) return words;
      const { ids, lengths } = table().select.get(pageId)!;
      return { ids: numbersOf(ids), lengths: numbersOf(lengths) };
    },
  };
}

function createTable(database: DatabaseSync) {
  database.exec('CREATE TEMP TABLE page_words (page_id INTEGER PRIMARY KEY, ids BLOB, lengths BLOB)');
  return {
    insert: database.prepare('INSERT INTO page_words VALUES (?, ?, ?)'),
    select: database.prepare('SELECT ids, lengths FROM page_words WHERE page_id = ?'),
  };
}
