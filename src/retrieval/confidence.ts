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
 * same; `npm run bench -- answerability DATA --fit` makes them. A name that the docs lack is the clearest sign. How long
 * a question is says nothing of itself: of each length, both sides weigh the same.
 */
export function confidence({
  bestLexical,
  rarestMissing,
  missingName,
  unknown,
  words,
  bestSimilarity,
}: Signs): number {
  const match = Math.log(bestLexical + 0.05);
  const length = Math.log(Math.min(Math.max(words, 1), 12));
  const evidence =
    bestSimilarity === null
      ? 0.6 + 1.98 * match - 2.94 * rarestMissing - 2.7 * missingName - 1.77 * unknown + 2.05 * length
      : -2 - 3.52 * rarestMissing - 2.31 * missingName - 2.91 * unknown + 9.19 * bestSimilarity;
  return 1 / (1 + Math.exp(-evidence));
}
