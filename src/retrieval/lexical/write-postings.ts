import type { DatabaseSync } from 'node:sqlite';
import { fields, type FieldTerms } from './fields.ts';
import { decodePostings, encodePostings, type Posting } from './postings.ts';

type PostingsWriter = {
  /** Sections come with ascending numbers, higher than all that are left of those before. */
  add: (section: number, terms: FieldTerms) => void;
  /** `terms` are those that it was added with. */
  remove: (section: number, terms: FieldTerms) => void;
  /** Must follow the last change. */
  flush: () => void;
};

/** Postings held in memory before they go into the file: about 60 MB. */
const maxPending = 500_000;

/** Keeps the table of terms of an index file that is being built. */
export function createPostingsWriter(database: DatabaseSync): PostingsWriter {
  const read = database.prepare('SELECT id, sections, last, postings FROM words WHERE term = ?');
  const insert = database.prepare('INSERT INTO words (term, sections, last, postings) VALUES (?, ?, ?, ?)');
  const update = database.prepare('UPDATE words SET sections = ?, last = ?, postings = ? WHERE id = ?');
  const drop = database.prepare('DELETE FROM words WHERE id = ?');
  const added = new Map<string, Posting[]>();
  const removed = new Map<string, Set<number>>();
  let pending = 0;

  function flush(): void {
    for (const [term, sections] of removed) removeFrom(term, sections);
    for (const [term, postings] of added) append(term, postings);
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

  function append(term: string, postings: Posting[]): void {
    const row = read.get(term);
    const last = postings.at(-1)!.section;
    if (!row) return void insert.run(term, postings.length, last, encodePostings(postings));
    const more = encodePostings(postings, row['last'] as number);
    const all = Buffer.concat([row['postings'] as Uint8Array, more]);
    update.run((row['sections'] as number) + postings.length, last, all, row['id'] as number);
  }

  return {
    add(section, terms) {
      for (const [term, counts] of countTerms(terms)) {
        const postings = added.get(term);
        if (postings) postings.push({ section, counts });
        else added.set(term, [{ section, counts }]);
        pending++;
      }
      if (pending > maxPending) flush();
    },
    remove(section, terms) {
      for (const term of countTerms(terms).keys()) {
        const sections = removed.get(term);
        if (sections) sections.add(section);
        else removed.set(term, new Set([section]));
      }
    },
    flush,
  };
}

function countTerms(terms: FieldTerms): Map<string, number[]> {
  const counted = new Map<string, number[]>();
  for (const [field, { name }] of fields.entries()) {
    for (const term of terms[name]) {
      const counts = counted.get(term) ?? fields.map(() => 0);
      counts[field]!++;
      counted.set(term, counts);
    }
  }
  return counted;
}
