import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { fields, type FieldTerms } from './fields.ts';
import { decodePostings, encodePostings, pushCounts, pushDistance } from './postings.ts';
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
type Part<Bytes> = { sections: number; first: number; last: number; bytes: Bytes };

/** Those that came last. `place` is where the counts of the last section begin. */
type Pending = Part<number[]> & { place: number };

/** Parts that were set aside, by ascending numbers of their terms. */
type Run = Iterator<{ term: number } & Part<Uint8Array>>;

type Row = Record<string, SQLOutputValue>;

/** Maximum postings in memory before they are set aside: about 30 MB. */
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
  // By the term's number.
  let added: (Pending | undefined)[] = [];
  const removed = new Map<number, Set<number>>();
  /** The number of each run's first row. */
  const runs: number[] = [];
  let rows = 0;
  let counts = new Uint8ClampedArray(0);
  let pending = 0;

  function setAside(): void {
    if (runs.length === 0)
      database.exec('CREATE TEMP TABLE runs (id INTEGER PRIMARY KEY, term, sections, first, last, bytes)');
    const put = database.prepare(
      'INSERT INTO runs (term, sections, first, last, bytes) VALUES (?, ?, ?, ?, ?)',
    );
    const firstRow = rows + 1;
    added.forEach((part, term) => {
      if (part === undefined) return;
      const { sections, first, last, bytes } = part;
      put.run(term, sections, first, last, Uint8Array.from(bytes));
      rows++;
    });
    runs.push(firstRow);
    added = [];
    pending = 0;
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
    const all = runs.map(readRun);
    const heads = all.map((run) => run.next());
    for (let id = 0; id < termCount(); id++) {
      const parts: Part<ArrayLike<number>>[] = [];
      for (const [i, head] of heads.entries()) {
        if (head.done === true || head.value.term !== id) continue;
        parts.push(head.value);
        heads[i] = all[i]!.next();
      }
      const last = added[id];
      if (last !== undefined) parts.push(last);
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

  function append(term: string, parts: Part<ArrayLike<number>>[], row: Row | undefined): void {
    const all = row ? [row['postings'] as Uint8Array] : [];
    let [sections, before] = [Number(row?.['sections'] ?? 0), Number(row?.['last'] ?? 0)];
    for (const part of parts) {
      const distance: number[] = [];
      pushDistance(distance, part.first - before);
      all.push(Uint8Array.from(distance), toBytes(part.bytes));
      sections += part.sections;
      before = part.last;
    }
    const postings = Buffer.concat(all);
    if (row) update.run(sections, before, postings, row['id'] as number);
    else insert.run(term, sections, before, postings);
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
      if (pending > maxPending) setAside();
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

function toBytes(bytes: ArrayLike<number>): Uint8Array {
  return bytes instanceof Uint8Array ? bytes : Uint8Array.from(bytes);
}
