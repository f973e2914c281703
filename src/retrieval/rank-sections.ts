import { type Fusion, usualFusion } from './embedding/fusion.ts';
import { readSample, type Visible, wholeFrom } from './candidates.ts';
import type { QueryTerm } from './lexical/query-terms.ts';
import { goodPart } from './lexical/postings.ts';
import type { LexicalScores } from './lexical/search-lexical.ts';

/** What search knows of sections for one question, by section number. */
export type Evidence = {
  terms: readonly QueryTerm[];
  words: LexicalScores;
  /** Cosines with the question; null without vectors. */
  similarities: Float32Array | null;
  /** The cosine from which on a section is like the question; null: judged by the cosines of all. */
  floor: number | null;
};

/** The scores of sections that may be among the best: 0 for no match, about 1 for the best. Valid until the next question. */
export type SectionScores = {
  /** In ascending order. */
  sections: Uint32Array;
  /** Of each of these. */
  scores: Float32Array;
  /** By words alone, of any section that words are completed for. */
  scoreOf: (section: number) => number;
  /** Semantic similarity of any section: 1 for the most similar, 0 at the floor; null without vectors. */
  likenessOf: ((section: number) => number) | null;
  /** Lexical points of the best section, relative to a section with a good match for every term. */
  bestLexical: number;
  /** Cosine of the most similar section; 0 without vectors. */
  bestSimilarity: number;
};

/** Of many sections, so many of the nearest are ranked: of a million, those whose cosines are not estimated. */
const nearest = 20_000;

/** Cosines that say what is usual. */
const usualOf = 65_536;

type SectionRank = (evidence: Evidence, visible: Visible, fusion: Fusion | undefined) => SectionScores;

/**
 * Scores the visible sections lexically and semantically, each relative to the best, and adds the two (convex fusion,
 * better than reciprocal ranks by https://arxiv.org/abs/2210.11934). Similarities below `fusion.floor` count as 0.
 * @param size the number of sections, with section 0
 */
export function createSectionRank(size: number): SectionRank {
  const [candidates, scores] = [new Uint32Array(size), new Float32Array(size)];

  function choose(
    values: Float32Array,
    from: number,
    { words: { points, least } }: Evidence,
    visible: Visible,
  ) {
    let count = 0;
    for (let i = 1; i < size; i++) {
      if (points[i]! < least && values[i]! < from) continue;
      if (visible === null || visible(i)) candidates[count++] = i;
    }
    return candidates.subarray(0, count);
  }

  return (evidence, visible, { share, floor: deviations } = usualFusion) => {
    const { words, similarities, floor: known } = evidence;
    const { points, totalWeight } = words;
    const isWhole = size < wholeFrom;
    const near = similarities && (isWhole ? -1 : readSample(similarities, visible).reachedBy(nearest));
    const sections = choose(similarities ?? points, near ?? Infinity, evidence, visible);
    words.complete(sections);
    const maxPoints = highest(sections, points, 0);
    const maxSimilarity = similarities ? highest(sections, similarities, -1) : -1;
    const floor = similarities
      ? Math.min(known ?? usualSimilarity(similarities, deviations), maxSimilarity - 1e-6)
      : maxSimilarity;
    const spread = maxSimilarity - floor;
    const lexicalWeight = (similarities ? 1 - share : 1) / (maxPoints || 1);
    const scoreOf = (section: number) => Math.fround(points[section]! * lexicalWeight);
    const likenessOf =
      similarities &&
      ((section: number) => {
        const alike = similarities[section]!;
        return alike > floor && alike !== 0 ? Math.fround((alike - floor) / spread) : 0;
      });
    for (let i = 0; i < sections.length; i++) {
      const section = sections[i]!;
      scores[i] = scoreOf(section) + (likenessOf ? share * likenessOf(section) : 0);
    }
    return {
      sections,
      scores: scores.subarray(0, sections.length),
      scoreOf,
      likenessOf,
      bestLexical: totalWeight > 0 ? maxPoints / (goodPart * totalWeight) : 0,
      bestSimilarity: Math.max(0, maxSimilarity),
    };
  };
}

/** The mean of all cosines, or of many, plus so many standard deviations. */
function usualSimilarity(similarities: Float32Array, deviations: number): number {
  let [count, sum, squares] = [0, 0, 0];
  const step = Math.max(1, Math.floor(similarities.length / usualOf));
  for (let i = 1; i < similarities.length; i += step) {
    const alike = similarities[i]!;
    if (alike !== 0) count++;
    sum += alike;
    squares += alike * alike;
  }
  const mean = sum / Math.max(1, count);
  return mean + deviations * Math.sqrt(Math.max(1e-9, squares / Math.max(1, count) - mean ** 2));
}

function highest(sections: Uint32Array, values: Float32Array, from: number): number {
  let max = from;
  for (let i = 0; i < sections.length; i++) max = Math.max(max, values[sections[i]!]!);
  return max;
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
