/** What the best sections of a search show. */
export type Signs = {
  /** Points for words of the best section, over what a section with a good match for every word would get. */
  bestLexical: number;
  /** The rarity of the rarest word that the best page lacks, over that of a word that no page has. */
  rarestMissing: number;
  /** The same of the rarest name that the best page lacks or that had to be guessed. */
  missingName: number;
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
 * How sure it is that the docs answer the question, from 0 to 1: logistic regressions over real questions of four docs
 * sets and their keywords, against questions of the other sets and of products next to theirs, each set weighing the
 * same; `npm run bench -- answerability DATA --fit` makes the weights. A name that the docs lack is the clearest sign.
 * The intercepts are moved so that `partial` of `judgeQuestion` refuses few that are answered.
 */
export function confidence(signs: Signs): number {
  const weights =
    signs.bestSimilarity === null ? [1.98, -2.94, -2.7, -1.77, 2.05] : [-3.52, -2.31, -2.91, 9.19];
  const intercept = signs.bestSimilarity === null ? 0.6 : -2;
  const evidence = confidenceFeatures(signs).reduce((sum, value, i) => sum + weights[i]! * value, intercept);
  return 1 / (1 + Math.exp(-evidence));
}

/** What the regressions are over. Cosines, where there are any, make what the words' points say superfluous. */
export function confidenceFeatures(signs: Omit<Signs, 'isTitle'>): number[] {
  const { bestLexical, rarestMissing, missingName, unknown, words, bestSimilarity } = signs;
  const lacks = [rarestMissing, missingName, unknown];
  if (bestSimilarity !== null) return [...lacks, bestSimilarity];
  return [Math.log(bestLexical + 0.05), ...lacks, Math.log(Math.min(Math.max(words, 1), 12))];
}
