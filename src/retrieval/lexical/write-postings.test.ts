import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openBuilding } from '../index-file.ts';
import type { FieldTerms } from './fields.ts';
import { createTermIds } from './term-ids.ts';
import { createPostingsWriter } from './write-postings.ts';

const termsOf = (body: number[]): FieldTerms => ({
  title: [0],
  headings: [],
  body,
  path: [],
  description: [],
  links: [],
});

/** 400 sections on a previous table of ten, of which two are removed; each has common terms and one of its own. */
function write(database: DatabaseSync, maxPending?: number): unknown[] {
  const ids = createTermIds();
  for (let i = 0; i < 500; i++) ids.idOf(`term${i}`);
  const bodyOf = (section: number) => [section % 3, section % 7, section % 7, 50 + section];
  const before = createPostingsWriter(database, ids);
  for (let section = 1; section <= 10; section++) before.add(section, termsOf(bodyOf(section)));
  Array.from(before.finish());
  const writer = createPostingsWriter(database, ids, maxPending);
  for (const section of [3, 10]) writer.remove(section, termsOf(bodyOf(section)));
  for (let section = 11; section <= 410; section++) writer.add(section, termsOf(bodyOf(section)));
  Array.from(writer.finish());
  return database.prepare('SELECT term, sections, last, hex(postings) FROM words ORDER BY term').all();
}

test('postings that were set aside in many runs are merged to the table that one pass writes', () => {
  using whole = openBuilding(':memory:');
  using inRuns = openBuilding(':memory:');
  const expected = write(whole);
  assert.equal(expected.length, 415);
  assert.deepEqual(write(inRuns, 20), expected);
  assert.ok(Number(inRuns.prepare('SELECT max(id) AS rows FROM runs').get()!['rows']) > 800);
});
