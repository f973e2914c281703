import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { fields, type FieldTerms } from './fields.ts';
import { decodePostings, encodePostings, pushCounts, pushDistance } from './postings.ts';
import { withRoom } from '../with-room.ts';
import type { TermIds } from './term-ids.ts';

type PostingsWriter = {
  /** Sections have ascending numbers, higher than all those of before that remain. */
  add: (section: number, terms: FieldTerms) => void;
  /** `terms` are those that it was added with. */
  remove: (section: number, terms: FieldTerms) => void;
  /** Writes the table, one term per step. Must be called last. */
  finish: () => Iterable<void>;
};

/** Postings of a term, the bytes of `encodePostings` without the distance to the first. */
type Part = { term: number; sections: number; first: number; last: number; bytes: Uint8Array };

/** Parts by ascending numbers of their terms. */
type Run = Iterator<Part>;

type Row = Record<string, SQLOutputValue>;

/** Maximum postings in memory before they are set aside: about 20 MB. */
const usualMaxPending = 1_000_000;

/**
 * Writes the table of terms of an index file that is being built. Many postings are set aside in runs, which are merged
 * once at the end, because each writing of a common term takes as long as all its postings.
 */
export function createPostingsWriter(
  database: DatabaseSync,
  { termOf, count: termCount }: TermIds,
  maxPending = usualMaxPending,
): PostingsWriter {
  const read = database.prepare('SELECT id, sections, last, postings FROM words WHERE term = ?');
  const any = database.prepare('SELECT 1 FROM words LIMIT 1');
  const insert = database.prepare('INSERT INTO words (term, sections, last, postings) VALUES (?, ?, ?, ?)');
  const update = database.prepare('UPDATE words SET sections = ?, last = ?, postings = ? WHERE id = ?');
  const drop = database.prepare('DELETE FROM words WHERE id = ?');
  const pending = createPending(termCount);
  const removed = new Map<number, Set<number>>();
  /** The number of each run's first row. */
  const runs: number[] = [];
  let rows = 0;

  function setAside(): void {
    if (runs.length === 0)
      database.exec('CREATE TEMP TABLE runs (id INTEGER PRIMARY KEY, term, sections, first, last, bytes)');
    const put = database.prepare(
      'INSERT INTO runs (term, sections, first, last, bytes) VALUES (?, ?, ?, ?, ?)',
    );
    const firstRow = rows + 1;
    for (const { term, sections, first, last, bytes } of pending.take()) {
      put.run(term, sections, first, last, bytes);
      rows++;
    }
    runs.push(firstRow);
  }

  function readRun(firstRow: number, i: number): Run {
    return database
      .prepare('SELECT term, sections, first, last, bytes FROM runs WHERE id >= ? AND id < ?')
      .iterate(firstRow, runs[i + 1] ?? Infinity) as unknown as Run;
  }

  function* finish(): Generator<void> {
    for (const [id, sections] of removed) {
      removeFrom(termOf(id), sections);
      yield;
    }
    // A new file has none of them.
    const isFirst = any.get() === undefined;
    const all = [...runs.map(readRun), pending.take()];
    const heads = all.map((run) => run.next());
    for (let id = 0; id < termCount(); id++) {
      const parts: Part[] = [];
      for (const [i, head] of heads.entries()) {
        if (head.done === true || head.value.term !== id) continue;
        parts.push(head.value);
        heads[i] = all[i]!.next();
      }
      if (parts.length === 0) continue;
      const term = termOf(id);
      append(term, parts, isFirst ? undefined : read.get(term));
      yield;
    }
  }

  function removeFrom(term: string, sections: Set<number>): void {
    const row = read.get(term);
    const all = row ? decodePostings(row['postings'] as Uint8Array) : [];
    const left = all.filter(({ section }) => !sections.has(section));
    if (!row || left.length === all.length) return;
    if (left.length === 0) drop.run(row['id'] as number);
    else update.run(left.length, left.at(-1)!.section, encodePostings(left), row['id'] as number);
  }

  function append(term: string, parts: Part[], row: Row | undefined): void {
    const all = row ? [row['postings'] as Uint8Array] : [];
    let [sections, before] = [Number(row?.['sections'] ?? 0), Number(row?.['last'] ?? 0)];
    for (const part of parts) {
      const distance: number[] = [];
      pushDistance(distance, part.first - before);
      all.push(Uint8Array.from(distance), part.bytes);
      sections += part.sections;
      before = part.last;
    }
    const postings = Buffer.concat(all);
    if (row) update.run(sections, before, postings, row['id'] as number);
    else insert.run(term, sections, before, postings);
  }

  return {
    add(section, terms) {
      pending.add(section, terms);
      if (pending.count() > maxPending) setAside();
    },
    remove(section, terms) {
      for (const id of fields.flatMap(({ name }) => Array.from(terms[name]))) {
        const sections = removed.get(id);
        if (sections) sections.add(section);
        else removed.set(id, new Set([section]));
      }
    },
    finish,
  };
}

/** The postings that came last, in the order of their sections, as flat arrays: an array for each term takes many times as much. */
function createPending(termCount: () => number) {
  let [terms, sections] = [new Uint32Array(0), new Uint32Array(0)];
  let counts = new Uint8ClampedArray(0);
  let count = 0;
  /** Where each term's last posting is, or was before the last `take`. */
  let places = new Uint32Array(0);

  function makeRoom(more: number): void {
    if (count + more > terms.length) {
      const room = 2 * (count + more);
      [terms, sections] = [withRoom(terms, room), withRoom(sections, room)];
      const longer = new Uint8ClampedArray(room * fields.length);
      longer.set(counts);
      counts = longer;
    }
    if (termCount() > places.length) places = withRoom(places, 2 * termCount());
  }

  return {
    count: () => count,
    add(section: number, of: FieldTerms): void {
      makeRoom(fields.reduce((sum, { name }) => sum + of[name].length, 0));
      for (const [field, { name }] of fields.entries()) {
        const ids = of[name];
        for (let i = 0; i < ids.length; i++) {
          const id = ids[i]!;
          let place = places[id]!;
          if (place >= count || terms[place] !== id || sections[place] !== section) {
            place = places[id] = count++;
            terms[place] = id;
            sections[place] = section;
          }
          counts[place * fields.length + field]!++;
        }
      }
    },
    /** All so far; there are none afterwards. */
    *take(): Generator<Part> {
      // Where each term's postings end, when they are sorted by term.
      const ends = new Uint32Array(termCount());
      for (let i = 0; i < count; i++) ends[terms[i]!]!++;
      for (let term = 1; term < ends.length; term++) ends[term]! += ends[term - 1]!;
      const sorted = new Uint32Array(count);
      for (let i = count - 1; i >= 0; i--) sorted[--ends[terms[i]!]!] = i;
      for (let from = 0, to = 0; from < count; from = to) {
        const term = terms[sorted[from]!]!;
        const first = sections[sorted[from]!]!;
        let last = first;
        const bytes: number[] = [];
        for (to = from; to < count && terms[sorted[to]!] === term; to++) {
          const section = sections[sorted[to]!]!;
          if (to > from) pushDistance(bytes, section - last);
          pushCounts(bytes, counts, sorted[to]! * fields.length);
          last = section;
        }
        yield { term, sections: to - from, first, last, bytes: Uint8Array.from(bytes) };
      }
      counts.fill(0, 0, count * fields.length);
      count = 0;
    },
  };
}
