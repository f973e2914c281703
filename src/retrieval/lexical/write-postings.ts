import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { fields, type FieldTerms } from './fields.ts';
import { decodePostings, encodePostings, pushCounts, pushDistance } from './postings.ts';
import type { TermIds } from './term-ids.ts';

type PostingsWriter = {
  /** Sections have ascending numbers, higher than all those of before that remain. */
  add: (section: number, terms: FieldTerms) => void;
  /** `terms` are those that it was added with. */
  remove: (section: number, terms: FieldTerms) => void;
  /** Must be called last. */
  flush: () => void;
};

/**
 * A term's postings that are not in the file yet: the bytes of `encodePostings` without the distance to the first.
 * `place` is where the counts of the last section begin.
 */
type Pending = { sections: number; first: number; last: number; bytes: number[]; place: number };

type Row = Record<string, SQLOutputValue>;

/** Maximum postings in memory before they are written to the file: about 60 MB. */
const maxPending = 2_000_000;

/** Writes the table of terms of an index file that is being built. */
export function createPostingsWriter(database: DatabaseSync, { termOf }: TermIds): PostingsWriter {
  const read = database.prepare('SELECT id, sections, last, postings FROM words WHERE term = ?');
  const any = database.prepare('SELECT 1 FROM words LIMIT 1');
  const insert = database.prepare('INSERT INTO words (term, sections, last, postings) VALUES (?, ?, ?, ?)');
  const update = database.prepare('UPDATE words SET sections = ?, last = ?, postings = ? WHERE id = ?');
  const drop = database.prepare('DELETE FROM words WHERE id = ?');
  // By the term's number, and in the order in which they came.
  const added: (Pending | undefined)[] = [];
  let order: number[] = [];
  const removed = new Map<number, Set<number>>();
  let counts = new Uint8ClampedArray(0);
  let pending = 0;

  function flush(): void {
    for (const [id, sections] of removed) removeFrom(termOf(id), sections);
    // A new file has none of them.
    const isFirst = any.get() === undefined;
    for (const id of order) {
      const term = termOf(id);
      append(term, added[id]!, isFirst ? undefined : read.get(term));
    }
    added.fill(undefined);
    order = [];
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

  function append(term: string, { sections, first, last, bytes }: Pending, row: Row | undefined): void {
    const distance: number[] = [];
    pushDistance(distance, first - Number(row?.['last'] ?? 0));
    const more = Uint8Array.from(distance.concat(bytes));
    if (!row) return void insert.run(term, sections, last, more);
    const all = Buffer.concat([row['postings'] as Uint8Array, more]);
    update.run((row['sections'] as number) + sections, last, all, row['id'] as number);
  }

  /** The terms of a section, each with the place of its counts by field. */
  function count(section: number, terms: FieldTerms): Pending[] {
    const max = fields.reduce((sum, { name }) => sum + terms[name].length, 0) * fields.length;
    if (counts.length < max) counts = new Uint8ClampedArray(2 * max);
    else counts.fill(0, 0, max);
    const found: Pending[] = [];
    for (const [field, { name }] of fields.entries()) {
      const ids = terms[name];
      for (let i = 0; i < ids.length; i++) {
        const id = ids[i]!;
        let more = added[id];
        if (more === undefined) {
          while (added.length <= id) added.push(undefined);
          added[id] = more = { sections: 0, first: section, last: 0, bytes: [], place: 0 };
          order.push(id);
        }
        if (more.last !== section) {
          if (more.sections > 0) pushDistance(more.bytes, section - more.last);
          more.sections++;
          more.last = section;
          more.place = found.length * fields.length;
          found.push(more);
        }
        counts[more.place + field]!++;
      }
    }
    return found;
  }

  return {
    add(section, terms) {
      const found = count(section, terms);
      for (const { bytes, place } of found) pushCounts(bytes, counts, place);
      pending += found.length;
      if (pending > maxPending) flush();
    },
    remove(section, terms) {
      for (const id of fields.flatMap(({ name }) => Array.from(terms[name]))) {
        const sections = removed.get(id);
        if (sections) sections.add(section);
        else removed.set(id, new Set([section]));
      }
    },
    flush,
  };
}
