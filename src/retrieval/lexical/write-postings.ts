import type { DatabaseSync } from 'node:sqlite';
import { fields, type FieldTerms } from './fields.ts';
import { decodePostings, encodePostings, pushCounts, pushDistance } from './postings.ts';

type PostingsWriter = {
  /** Sections have ascending numbers, higher than all those of before that remain. */
  add: (section: number, terms: FieldTerms) => void;
  /** `terms` are those that it was added with. */
  remove: (section: number, terms: FieldTerms) => void;
  /** Must be called last. */
  flush: () => void;
};

/** A term's postings that are not in the file yet: the bytes of `encodePostings` without the distance to the first. */
type Pending = { sections: number; first: number; last: number; bytes: number[] };

/** Maximum postings in memory before they are written to the file: about 60 MB. */
const maxPending = 2_000_000;

/** Writes the table of terms of an index file that is being built. */
export function createPostingsWriter(database: DatabaseSync): PostingsWriter {
  const read = database.prepare('SELECT id, sections, last, postings FROM words WHERE term = ?');
  const insert = database.prepare('INSERT INTO words (term, sections, last, postings) VALUES (?, ?, ?, ?)');
  const update = database.prepare('UPDATE words SET sections = ?, last = ?, postings = ? WHERE id = ?');
  const drop = database.prepare('DELETE FROM words WHERE id = ?');
  const added = new Map<string, Pending>();
  const removed = new Map<string, Set<number>>();
  let pending = 0;

  function flush(): void {
    for (const [term, sections] of removed) removeFrom(term, sections);
    for (const [term, more] of added) append(term, more);
    added.clear();
    removed.clear();
    pending = 0;
  }

  function removeFrom(term: string, sections: Set<number>): void {
    const row = read.get(term);
    const all = row ? decodePostings(row['postings'] as Uint8Array) : [];
    const left = all.filter(({ section }) => !sections.has(section));
    if (!row || left.length === all.length) return;
    if (left.length === 0) drop.run(row['id'] as number);
    else update.run(left.length, left.at(-1)!.section, encodePostings(left), row['id'] as number);
  }

  function append(term: string, { sections, first, last, bytes }: Pending): void {
    const row = read.get(term);
    const distance: number[] = [];
    pushDistance(distance, first - Number(row?.['last'] ?? 0));
    const more = Uint8Array.from([...distance, ...bytes]);
    if (!row) return void insert.run(term, sections, last, more);
    const all = Buffer.concat([row['postings'] as Uint8Array, more]);
    update.run((row['sections'] as number) + sections, last, all, row['id'] as number);
  }

  return {
    add(section, terms) {
      const { places, counts } = countTerms(terms);
      for (const [term, place] of places) {
        const more = added.get(term) ?? { sections: 0, first: section, last: section, bytes: [] };
        if (more.sections === 0) added.set(term, more);
        else pushDistance(more.bytes, section - more.last);
        pushCounts(more.bytes, counts, place);
        more.sections++;
        more.last = section;
      }
      pending += places.size;
      if (pending > maxPending) flush();
    },
    remove(section, terms) {
      for (const term of countTerms(terms).places.keys()) {
        const sections = removed.get(term);
        if (sections) sections.add(section);
        else removed.set(term, new Set([section]));
      }
    },
    flush,
  };
}

/** Counts per term and field, in the order of `fields`, starting at the term's offset. */
function countTerms(terms: FieldTerms): { places: Map<string, number>; counts: Uint8ClampedArray } {
  const most = fields.reduce((sum, { name }) => sum + terms[name].length, 0);
  const counts = new Uint8ClampedArray(most * fields.length);
  const places = new Map<string, number>();
  for (const [field, { name }] of fields.entries()) {
    for (const term of terms[name]) {
      const place = places.get(term) ?? places.size * fields.length;
      if (counts[place + field]!++ === 0) places.set(term, place);
    }
  }
  return { places, counts };
}
