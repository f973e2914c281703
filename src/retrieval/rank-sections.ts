import { type Fusion, usualFusion } from './embedding/fusion.ts';
import type { SectionColumns } from './section-columns.ts';
import type { QueryTerm } from './lexical/query-terms.ts';
import type { LexicalScores } from './lexical/search-lexical.ts';

/** What search knows of every section for one question, by section number. */
export type Evidence = {
  terms: readonly QueryTerm[];
  words: LexicalScores;
  /** Cosines with the question; null without vectors. */
  similarities: Float32Array | null;
  /** The cosine from which on a section is like the question; null: judged by the cosines of all. */
  floor: number | null;
};

/** The sections' scores: 0 for no match, about 1 for the best. Valid until the next question. */
export type SectionScores = {
  scores: Float32Array;
  /** Semantic similarity: 1 for the most similar, 0 at the floor; null without vectors. */
  likenesses: Float32Array | null;
  /** Lexical points of the best section, relative to a section with a good match for every term. */
  bestLexical: number;
  /** Cosine of the most similar section; 0 without vectors. */
  bestSimilarity: number;
};

/** Points per weight of a term in a typical position: a good match, not the best possible. */
const goodMatch = 2;

type SectionRank = (
  evidence: Evidence,
  allowedFacets: readonly number[],
  fusion: Fusion | undefined,
) => SectionScores;

/**
 * Scores the allowed sections lexically and semantically, each relative to the best, and adds the two (convex fusion,
 * better than reciprocal ranks by https://arxiv.org/abs/2210.11934). Similarities below `fusion.floor` count as 0.
 */
export function createSectionRank({ pages, facets }: SectionColumns): SectionRank {
  // Of 100,000 sections every pass takes a noticeable part of a millisecond, and more when it branches at random.
  const scores = new Float32Array(pages.length);
  const likenesses = new Float32Array(pages.length);
  const used = [...new Set(facets.filter((_, i) => pages[i]! > 0))];

  return (
    { words: { points, totalWeight }, similarities, floor: known },
    allowedFacets,
    { share, floor: deviations } = usualFusion,
  ) => {
    const floor = known ?? (similarities ? usualSimilarity(similarities, deviations) : 0);
    const allowed = new Set(allowedFacets);
    if (!used.every((facet) => allowed.has(facet))) hideOthers(facets, allowed, points, similarities);
    const maxPoints = highest(points, 0);
    const maxSimilarity = similarities ? highest(similarities, -1) : -1;
    if (similarities) {
      const from = Math.min(floor, maxSimilarity - 1e-6);
      readLikenesses(similarities, from, maxSimilarity - from, likenesses);
      const lexicalWeight = (1 - share) / (maxPoints || 1);
      for (let i = 1; i < scores.length; i++)
        scores[i] = Math.fround(points[i]! * lexicalWeight) + share * likenesses[i]!;
    } else {
      const lexicalWeight = 1 / (maxPoints || 1);
      for (let i = 1; i < scores.length; i++) scores[i] = points[i]! * lexicalWeight;
    }
    return {
      scores,
      likenesses: similarities && likenesses,
      bestLexical: totalWeight > 0 ? maxPoints / (goodMatch * totalWeight) : 0,
      bestSimilarity: Math.max(0, maxSimilarity),
    };
  };
}

/** The mean of all cosines plus so many standard deviations. */
function usualSimilarity(similarities: Float32Array, deviations: number): number {
  let [count, sum, squares] = [0, 0, 0];
  for (let i = 1; i < similarities.length; i++) {
    const alike = similarities[i]!;
    if (alike !== 0) count++;
    sum += alike;
    squares += alike * alike;
  }
  const mean = sum / Math.max(1, count);
  return mean + deviations * Math.sqrt(Math.max(1e-9, squares / Math.max(1, count) - mean ** 2));
}

/** Leaves sections of other facets without points and likeness. */
function hideOthers(
  facets: Uint32Array,
  allowed: ReadonlySet<number>,
  points: Float32Array,
  similarities: Float32Array | null,
): void {
  const isAllowed = new Uint8Array(1 + Math.max(0, ...allowed));
  for (const facet of allowed) isAllowed[facet] = 1;
  for (let i = 1; i < points.length; i++) {
    if (isAllowed[facets[i]!] === 1) continue;
    points[i] = 0;
    if (similarities) similarities[i] = Number.NEGATIVE_INFINITY;
  }
}

function highest(values: Float32Array, from: number): number {
  let max = from;
  for (let i = 1; i < values.length; i++) if (values[i]! > max) max = values[i]!;
  return max;
}

/** 0 up to `floor`, then rising to 1. */
function readLikenesses(
  similarities: Float32Array,
  floor: number,
  spread: number,
  likenesses: Float32Array,
): void {
  likenesses.fill(0);
  for (let i = 1; i < similarities.length; i++) {
    const alike = similarities[i]!;
    if (alike > floor && alike !== 0) likenesses[i] = (alike - floor) / spread;
  }
}

/** While vectors are being made, a section without one borrows that of its page's opening. */
export function borrowFromOpenings(similarities: Float32Array, pages: Uint32Array): void {
  let opening = 0;
  for (let i = 1; i < similarities.length; i++) {
    if (pages[i] !== pages[i - 1]) opening = similarities[i]!;
    else if (similarities[i] === 0) similarities[i] = opening;
  }
}

/** The sum of the words' rarities. */
export function totalRarity(terms: readonly QueryTerm[]): number {
  return terms.reduce((sum, { rarity, isHeading }) => sum + (isHeading ? 0 : rarity), 0);
}
