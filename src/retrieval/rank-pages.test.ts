import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fields } from './lexical/fields.ts';
import { createPageRank } from './rank-pages.ts';
import { rankShares } from './rank-shares.ts';

test('what is said in one section of a page and meant in another counts for the page', () => {
  const rank = createPageRank(
    {
      pages: Uint32Array.of(0, 1, 2, 2),
      facets: Uint32Array.of(0, 1, 1, 1),
      lengths: fields.map(() => Uint32Array.of(0, 1, 1, 1)),
    },
    Uint32Array.of(0, 0, 1),
  );
  const term = {
    terms: ['x'],
    rarity: 1,
    isHeading: false,
    isName: false,
    isExact: false,
    isGuess: false,
    mention: null,
  };
  const sections = {
    sections: Uint32Array.of(1, 2, 3),
    scores: Float32Array.of(0.66, 0.6, 0.4),
    scoreOf: () => 0,
    likenessOf: (section: number) => [0, 0.6, 0, 1][section]!,
    bestLexical: 1,
    bestSimilarity: 1,
  };
  const words = {
    points: Float32Array.of(0, 7, 10, 0),
    terms: Uint32Array.of(0, 1, 1, 0),
    totalWeight: 1,
    least: 0,
    complete: () => undefined,
  };
  const first = (apart: number) =>
    rank(
      sections,
      { terms: [term], words, similarities: null, floor: null },
      { ...rankShares, second: 0, mean: 0, apart },
    )[0]?.pageId;
  assert.equal(first(0), 1);
  assert.equal(first(0.5), 2);
});
