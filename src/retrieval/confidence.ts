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
 * Two logistic regressions, intercept first: over what the words show, and over that with the best cosine. They are over
 * real questions of docs sets and their keywords, against questions of the other sets and of products next to theirs,
 * each set weighing the same; `npm run bench -- answerability DATA --fit` makes them. A name that the docs lack is the
 * clearest sign. The intercepts are moved so that `partial` of `judgeQuestion` refuses few that are answered.
 */
const weights = { words: [0.6, 1.98, -2.94, -2.7, -1.77, 2.05], meaning: [-2, -3.52, -2.31, -2.91, 9.19] };

/** How much the second one counts where there are vectors: the two err on different questions, so both are heard. */
const meaningShare = 0.4;

/** How much less than by meaning alone it is at most: who asks in words that the docs do not use is understood, too. */
const mostDoubt = 0.5;

/** How sure it is that the docs answer the question, from 0 to 1. */
export function confidence(signs: Signs): number {
  const byWords = evidence(weights.words, wordFeatures(signs));
  const meant = meaningFeatures(signs);
  return chance(meant === null ? byWords : joinEvidence(byWords, evidence(weights.meaning, meant)));
}

/** What the words show, for the first regression. */
export function wordFeatures(signs: JudgedSigns): number[] {
  const { bestLexical, words } = signs;
  return [Math.log(bestLexical + 0.05), ...lacks(signs), Math.log(Math.min(Math.max(words, 1), 12))];
}

/** For the second one; null without vectors. */
export function meaningFeatures(signs: JudgedSigns): number[] | null {
  return signs.bestSimilarity === null ? null : [...lacks(signs), signs.bestSimilarity];
}

/** Log odds from a regression. */
export function evidence([intercept = 0, ...slopes]: readonly number[], features: readonly number[]): number {
  return features.reduce((sum, value, i) => sum + slopes[i]! * value, intercept);
}

export function joinEvidence(byWords: number, byMeaning: number): number {
  return Math.max(byWords + meaningShare * (byMeaning - byWords), byMeaning - mostDoubt);
}

export function chance(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

type JudgedSigns = Omit<Signs, 'isTitle'>;

function lacks({ rarestMissing, missingName, unknown }: JudgedSigns): number[] {
  return [rarestMissing, missingName, unknown];
}
