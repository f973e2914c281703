import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { wholeFrom } from '../candidates.ts';
import { schema } from '../index-schema.ts';
import { createSectionRank } from '../rank-sections.ts';
import { readColumns } from '../section-columns.ts';
import { fields } from './fields.ts';
import { encodePostings } from './postings.ts';
import { createLexicalSearch, type LexicalScores } from './search-lexical.ts';

/** Each word is in one of so many sections. */
const every = { rare: 90, medium: 12, common: 2, usual: 1 };

const size = wholeFrom + 10_000;

function openManySections(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec(schema);
  const column = database.prepare('INSERT INTO section_columns VALUES (?, ?)');
  const write = (name: string, valueOf: (section: number) => number) =>
    column.run(name, new Uint8Array(Uint32Array.from({ length: size }, (_, i) => valueOf(i)).buffer));
  write('page', (section) => Math.ceil(section / 4));
  write('facet', (section) => (section % 3) + 1);
  for (const { name } of fields) write(name, (section) => 1 + ((section * 7919) % 100));
  const word = database.prepare('INSERT INTO words (term, sections, last, postings) VALUES (?, ?, 0, ?)');
  for (const [term, step] of Object.entries(every)) {
    const postings = Array.from({ length: Math.floor((size - 1) / step) }, (_, i) => {
      const section = (i + 1) * step;
      return { section, counts: fields.map(({ name }) => (name === 'body' ? 1 + (section % 5) : 0)) };
    });
    word.run(term, postings.length, encodePostings(postings));
  }
  return database;
}

const words = Object.entries(every).map(([term, step]) => ({
  terms: [term],
  rarity: Math.log(1 + step),
  isHeading: false,
  isName: false,
  isExact: false,
  isGuess: false,
  mention: null,
}));

test('of many sections the best get the points of all words, and most of the others none of common words', () => {
  using database = openManySections();
  const search = createLexicalSearch(database, readColumns(database));
  const all = new Float32Array(size);
  for (const word of words) {
    // A word alone is looked up in full.
    const { points } = search([word], 1, null);
    for (let i = 0; i < size; i++) all[i]! += points[i]!;
  }
  for (const visible of [null, (section: number) => section % 3 === 0]) {
    const found = search(words, 1, visible);
    const { sections, scores } = createSectionRank(size)(evidenceOf(found), visible, undefined);
    assert.ok(sections.length < size / 4, `${sections.length} ranked`);
    assert.ok(sections.every((section) => visible === null || visible(section)));
    const incomplete = found.terms.filter((bits, section) => section > 0 && (bits & 0b1000) === 0);
    assert.ok(incomplete.length > size / 2, `${incomplete.length} without the word of all`);
    const best = [...all.keys()].filter((section) => visible === null || visible(section));
    best.sort((a, b) => all[b]! - all[a]!);
    const scoreOf = new Map([...sections].map((section, i) => [section, scores[i]!]));
    for (const section of best.slice(0, 2000))
      assert.ok(
        Math.abs(scoreOf.get(section)! - all[section]! / all[best[0]!]!) < 1e-5,
        `section ${section}`,
      );
  }
});

test('of many sections the nearest are ranked besides the best by words', () => {
  using database = openManySections();
  const found = createLexicalSearch(database, readColumns(database))(words, 1, null);
  const cosineOf = (section: number) => ((section * 31_337) % size) / size;
  const similarities = Float32Array.from({ length: size }, (_, section) => cosineOf(section));
  const ranked = createSectionRank(size)({ ...evidenceOf(found), similarities }, null, undefined);
  assert.ok(ranked.sections.length < size / 2, `${ranked.sections.length} ranked`);
  const places = new Set(ranked.sections);
  for (let section = 1; section < size; section++)
    assert.ok(places.has(section) || cosineOf(section) < 0.8, `section ${section}`);
  assert.equal(ranked.bestSimilarity, Math.max(...similarities));
});

function evidenceOf(found: LexicalScores) {
  return { terms: words, words: found, similarities: null, floor: null };
}
