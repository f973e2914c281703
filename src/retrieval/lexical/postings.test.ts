import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { fields } from './fields.ts';
import { addScores, decodePostings, encodePostings, scorePostings, occursIn } from './postings.ts';
import { createTermScores } from './term-scores.ts';

const postings = [
  { section: 1, counts: [1, 0, 3, 0, 0, 0] },
  { section: 2, counts: [0, 0, 1, 1, 0, 0] },
  { section: 130, counts: [0, 0, 255, 0, 0, 0] },
  { section: 70_000, counts: [0, 2, 0, 0, 1, 4] },
];

test('postings are read as they were written', () => {
  assert.deepEqual(decodePostings(encodePostings(postings)), postings);
});

test('a word that stands more often than a byte can say counts as 255', () => {
  const [read] = decodePostings(encodePostings([{ section: 1, counts: [0, 0, 9_999, 0, 0, 0] }]));
  assert.equal(read?.counts[2], 255);
});

test('scores go to the sections that have the word: the more of it, and the shorter the field, the more', () => {
  const size = 4;
  const norms = new Float32Array(size * fields.length).fill(1).fill(2, 3 * fields.length);
  const scores = { points: new Float32Array(size), terms: new Uint32Array(size) };
  const counts = (body: number) => [0, 0, body, 0, 0, 0];
  const bytes = encodePostings([
    { section: 1, counts: counts(1) },
    { section: 2, counts: counts(5) },
    { section: 3, counts: counts(1) },
  ]);
  addScores(scorePostings(bytes, 3, norms), 2, 0b10, scores);
  const [none, once, often, short] = scores.points;
  assert.equal(none, 0);
  assert.ok(once! > 0 && often! > once! && short! > once!);
  assert.deepEqual([...scores.terms], [0, 2, 2, 2]);
});

test('the terms that were used last are remembered, and no more than so many postings', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE words (term TEXT, sections INTEGER, postings BLOB)');
  const insert = database.prepare('INSERT INTO words VALUES (?, ?, ?)');
  for (const term of ['a', 'b', 'c']) insert.run(term, postings.length, encodePostings(postings));
  const norms = new Float32Array(70_001 * fields.length).fill(1);
  const scoresOf = createTermScores(database, norms, 80);
  const [a, b] = [scoresOf('a'), scoresOf('b')];
  assert.deepEqual([...a!.sections], [1, 2, 130, 70_000]);
  assert.equal(scoresOf('a'), a);
  scoresOf('c');
  assert.equal(scoresOf('a'), a, 'used after the other');
  assert.notEqual(scoresOf('b'), b, 'forgotten');
  assert.equal(scoresOf('d'), undefined);
});

test('a term is found in a field wherever that is, and in no other', () => {
  const bytes = encodePostings([
    { section: 200, counts: [0, 0, 3, 0, 0, 2] },
    { section: 201, counts: [0, 0, 1, 0, 0, 0] },
    { section: 90_000, counts: [0, 1, 0, 0, 0, 0] },
  ]);
  const found = fields.map((_, field) => occursIn(bytes, 1 << field));
  assert.deepEqual(found, [false, true, true, false, false, true]);
});
