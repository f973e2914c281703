/** What the best sections of a search show. */
export type Signs = {
  /** Points for words of the best section, over what a section with a good match for every word would get. */
  bestLexical: number;
  /** Share of the question's words, by rarity, that the best page has. */
  coverage: number;
  /** The rarity of the rarest word that the best page lacks, over that of a word that no page has. */
  rarestMissing: number;
  /** Share of the question's words, by rarity, that no page has. */
  unknown: number;
  /** Words of the question that are searched by. */
  words: number;
  /** Cosine of the most similar section; null without vectors of a model whose cosines are known to be absolute. */
  bestSimilarity: number | null;
  /** Whether the question is just the title of one of the best pages. */
  isTitle: boolean;
};

/**
 * How sure it is that the docs answer the question, from 0 to 1: logistic regressions over real questions and link
 * texts of five docs sets, each asked of its own docs and of the others' (`bench/answerability.ts` shows how well they
 * part). A question of many words that all match says more than one of few.
 */
export function confidence({ bestLexical, coverage, words, bestSimilarity }: Signs): number {
  const match = Math.log(bestLexical + 0.02);
  const length = Math.log(Math.min(Math.max(words, 3), 12));
  const evidence =
    bestSimilarity === null
      ? -5.9 + 3.1 * match + 3.1 * coverage + 5.2 * length
      : -11.4 + 1.8 * match + 2.3 * coverage + 3.2 * length + 15.4 * bestSimilarity;
  return 1 / (1 + Math.exp(-evidence));
}

/** At and above it the docs are held to answer the question: 95 % of those that they do answer are there. */
export const minConfidence = 0.3;
