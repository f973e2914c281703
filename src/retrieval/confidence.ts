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
 * How sure it is that the docs answer the question, from 0 to 1: logistic regressions over real questions of four docs
 * sets and their keywords, against questions of the other sets and of products next to theirs, each set weighing the
 * same (`bench/answerability.ts` shows how well they part). A rare word that the best page lacks is the clearest sign.
 */
export function confidence(signs: Signs): number {
  const { coverage, rarestMissing, unknown, bestSimilarity } = signs;
  const match = Math.log(signs.bestLexical + 0.05);
  const length = Math.log(Math.min(Math.max(signs.words, 1), 12));
  const evidence =
    bestSimilarity === null
      ? 0.7 + 1.95 * match + 1.52 * coverage - 1.88 * rarestMissing - 1.15 * unknown + 0.34 * length
      : -1.91 +
        0.08 * match +
        1.08 * coverage -
        2.39 * rarestMissing -
        2.61 * unknown -
        1.37 * length +
        10.23 * bestSimilarity;
  return 1 / (1 + Math.exp(-evidence));
}
