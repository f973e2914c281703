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
  // Of 100,000 sections, every pass and every new array takes a noticeable part of a millisecond.
  const scores = new Float32Array(pages.length);
  const likenesses = new Float32Array(pages.length);

  return (
    { words: { points, totalWeight }, similarities },
    allowedFacets,
    { share, floor } = usualFusion,
  ) => {
    const isAllowed = new Uint8Array(1 + Math.max(0, ...allowedFacets));
    for (const facet of allowedFacets) isAllowed[facet] = 1;
    const maxPoints = mostPoints(points, facets, isAllowed);
    const range = similarities && similarityRange(similarities, pages, facets, isAllowed, floor);
    if (similarities && range) {
      const lexicalWeight = (1 - share) / (maxPoints || 1);
      const spread = range.most - range.floor;
      for (let i = 1; i < scores.length; i++) {
        const counts = isAllowed[facets[i]!] === 1;
        const alike = similarities[i]!;
        likenesses[i] = counts && alike > range.floor && alike !== 0 ? (alike - range.floor) / spread : 0;
        scores[i] = counts ? Math.fround(points[i]! * lexicalWeight) + share * likenesses[i]! : 0;
      }
    } else {
      const lexicalWeight = 1 / (maxPoints || 1);
      for (let i = 1; i < scores.length; i++)
        scores[i] = isAllowed[facets[i]!] === 1 ? points[i]! * lexicalWeight : 0;
    }
    return {
      scores,
      likenesses: similarities && likenesses,
      bestLexical: totalWeight > 0 ? maxPoints / (goodMatch * totalWeight) : 0,
      bestSimilarity: Math.max(0, range?.most ?? 0),
    };
  };
}

function mostPoints(points: Float32Array, facets: Uint32Array, isAllowed: Uint8Array): number {
  let most = 0;
  for (let i = 1; i < points.length; i++)
    if (points[i]! > most && isAllowed[facets[i]!] === 1) most = points[i]!;
  return most;
}

/**
 * The highest allowed cosine and the one that counts as 0. While vectors are being made, a section without one borrows
 * that of its page's opening.
 * @param deviations standard deviations of all cosines between their mean and the floor
 */
function similarityRange(
  similarities: Float32Array,
  pages: Uint32Array,
  facets: Uint32Array,
  isAllowed: Uint8Array,
  deviations: number,
): { most: number; floor: number } {
  let [opening, count, sum, squares, most] = [0, 0, 0, 0, -1];
  for (let i = 1; i < similarities.length; i++) {
    if (pages[i] !== pages[i - 1]) opening = similarities[i]!;
    else if (similarities[i] === 0) similarities[i] = opening;
    const alike = similarities[i]!;
    if (alike === 0) continue;
    count++;
    sum += alike;
    squares += alike * alike;
    if (alike > most && isAllowed[facets[i]!] === 1) most = alike;
  }
  const mean = sum / Math.max(1, count);
  const deviation = Math.sqrt(Math.max(1e-9, squares / Math.max(1, count) - mean ** 2));
  return { most, floor: Math.min(mean + deviations * deviation, most - 1e-6) };
}

/** The sum of the words' rarities. */
export function totalRarity(terms: readonly QueryTerm[]): number {
  return terms.reduce((sum, { rarity, isHeading }) => sum + (isHeading ? 0 : rarity), 0);
}
