import { type Fusion, usualFusion } from './embedding/fusion.ts';
import type { SectionColumns } from './section-columns.ts';
import type { Scores } from './lexical/postings.ts';
import type { QueryTerm } from './lexical/query-terms.ts';

/** What search knows of every section for one question, by section number. */
export type Evidence = {
  terms: readonly QueryTerm[];
  words: Scores;
  /** Cosines with the question; null without vectors. */
  similarities: Float32Array | null;
};

/** The sections' scores: 0 for no match, about 1 for the best. */
export type SectionScores = {
  scores: Float32Array;
  /** Semantic similarity: 1 for the most similar, 0 at the floor; null without vectors. */
  likenesses: Float32Array | null;
  /** Lexical points of the best section, relative to a section with a good match for every term. */
  bestLexical: number;
  /** Cosine of the most similar section; 0 without vectors. */
  bestSimilarity: number;
};

/** Points per rarity of a term in a typical position: a good match, not the best possible. */
const goodMatch = 2;

/**
 * Scores the allowed sections lexically and semantically, each relative to the best, and adds the two (convex fusion,
 * better than reciprocal ranks by https://arxiv.org/abs/2210.11934). Similarities below `fusion.floor` count as 0.
 */
export function rankSections(
  { terms, words, similarities }: Evidence,
  { pages, facets }: SectionColumns,
  allowedFacets: readonly number[],
  { share, floor }: Fusion = usualFusion,
): SectionScores {
  const isAllowed = new Uint8Array(1 + Math.max(0, ...allowedFacets));
  for (const facet of allowedFacets) isAllowed[facet] = 1;
  const scores = new Float32Array(pages.length);
  const { points } = words;
  const total = totalRarity(terms);
  let maxPoints = 0;
  for (let i = 1; i < scores.length; i++) {
    if (points[i] === 0 || isAllowed[facets[i]!] !== 1) continue;
    scores[i] = points[i]!;
    if (points[i]! > maxPoints) maxPoints = points[i]!;
  }
  const lexicalWeight = (similarities ? 1 - share : 1) / (maxPoints || 1);
  for (let i = 1; i < scores.length; i++) scores[i]! *= lexicalWeight;
  let maxAlike = 0;
  let likenesses: Float32Array | null = null;
  if (similarities) {
    lendOpenings(similarities, pages);
    likenesses = new Float32Array(scores.length);
    maxAlike = readLikenesses(likenesses, similarities, facets, isAllowed, floor);
    for (let i = 1; i < scores.length; i++) scores[i]! += share * likenesses[i]!;
  }
  return {
    scores,
    likenesses,
    bestLexical: total > 0 ? maxPoints / (goodMatch * total) : 0,
    bestSimilarity: maxAlike,
  };
}

/** While vectors are being made, a section without one borrows that of its page's opening. */
function lendOpenings(similarities: Float32Array, pages: Uint32Array): void {
  let opening = 0;
  for (let i = 1; i < pages.length; i++) {
    if (pages[i] !== pages[i - 1]) opening = similarities[i]!;
    else if (similarities[i] === 0) similarities[i] = opening;
  }
}

/** Scales allowed cosines from the floor to the highest. @returns that highest cosine, at least 0 */
function readLikenesses(
  likenesses: Float32Array,
  similarities: Float32Array,
  facets: Uint32Array,
  isAllowed: Uint8Array,
  deviations: number,
): number {
  let [count, sum, squares, maxAlike] = [0, 0, 0, -1];
  for (let i = 1; i < similarities.length; i++) {
    const alike = similarities[i]!;
    if (alike === 0) continue;
    count++;
    sum += alike;
    squares += alike * alike;
    if (alike > maxAlike && isAllowed[facets[i]!] === 1) maxAlike = alike;
  }
  const mean = sum / Math.max(1, count);
  const deviation = Math.sqrt(Math.max(1e-9, squares / Math.max(1, count) - mean ** 2));
  const floor = Math.min(mean + deviations * deviation, maxAlike - 1e-6);
  for (let i = 1; i < likenesses.length; i++) {
    const alike = similarities[i]!;
    if (alike > floor && alike !== 0 && isAllowed[facets[i]!] === 1)
      likenesses[i] = (alike - floor) / (maxAlike - floor);
  }
  return Math.max(0, maxAlike);
}

/** The sum of the words' rarities. */
export function totalRarity(terms: readonly QueryTerm[]): number {
  return terms.reduce((sum, { rarity, isHeading }) => sum + (isHeading ? 0 : rarity), 0);
}
