/** The features of a search by which its confidence is judged. */
export type Features = {
  /** Lexical points of the best section, relative to a section with a good match for every word. */
  bestLexical: number;
  /** The rarity of the rarest word that the best page lacks, relative to that of a word on no page. */
  rarestMissing: number;
  /** The same for the rarest name that the best page lacks or that had to be guessed. */
  missingName: number;
  /** The same for the rarest name that no title or heading has: the docs mention a product, and are hardly about it. */
  mentionedName: number;
  /** The same for the rarest word in small letters that is no English word. */
  mentionedWord: number;
  /** Share of the question's words, weighted by rarity, that no page has. */
  unknown: number;
  /** The number of words that are searched for. */
  words: number;
  /** Cosine of the most similar section; null without vectors, and with a model whose cosines have no known scale. */
  bestSimilarity: number | null;
  /** Whether the question is in another language than the pages. */
  isForeign: boolean;
  /** Whether the question is the title of one of the best pages. */
  isTitle: boolean;
};

/**
 * Two logistic regressions, intercept first: over the lexical features, and over their missing words with the best
 * cosine. Positive samples are real questions and keywords of docs sets, negative ones are questions of other sets and
 * of neighbouring products, each set with equal weight; `npm run bench -- answerability DATA --fit` computes them. A
 * missing name is the clearest sign. The intercepts are shifted so that `partial` refuses few answerable questions.
 */
const weights = {
  words: [0.71, 1.98, -2.94, -2.7, -1.77, 2.05],
  meaning: [-2.24, -3.52, -2.31, -2.91, 9.19],
};

/** Weight of the second regression where there are vectors: the two err on different questions, so they are mixed. */
const meaningShare = 0.3;

/** Maximum deduction from the second one's log odds, for questions whose words the docs do not use. */
const maxDoubt = 0.25;

/**
 * What the rarest possible name, and word that is no English one, takes from the log odds when the docs only mention it.
 * Chosen over 33 sets.
 */
const mentions = { name: 4, word: 2 };

/** What a question in another language than the docs gains, which lack most of its words whatever they hold. */
const foreign = 2.5;

/** The probability that the docs answer the question, 0–1. */
export function confidence(features: Features): number {
  const byWords = evidence(weights.words, wordFeatures(features));
  const meant = meaningFeatures(features);
  const both = meant === null ? byWords : joinEvidence(byWords, evidence(weights.meaning, meant));
  return chance(both - doubt(features) + (features.isForeign ? foreign : 0));
}

/** The deduction from the log odds for what the docs only mention. */
export function doubt({ mentionedName, mentionedWord }: JudgedFeatures): number {
  return mentions.name * mentionedName + mentions.word * mentionedWord;
}

/** The lexical features, for the first regression. */
export function wordFeatures(features: JudgedFeatures): number[] {
  const { bestLexical, words } = features;
  return [Math.log(bestLexical + 0.05), ...lacks(features), Math.log(Math.min(Math.max(words, 1), 12))];
}

/** The features for the second one; null without vectors. */
export function meaningFeatures(features: JudgedFeatures): number[] | null {
  return features.bestSimilarity === null ? null : [...lacks(features), features.bestSimilarity];
}

/** Log odds by a regression. */
export function evidence([intercept = 0, ...slopes]: readonly number[], features: readonly number[]): number {
  return features.reduce((sum, value, i) => sum + slopes[i]! * value, intercept);
}

export function joinEvidence(byWords: number, byMeaning: number): number {
  return Math.max(byWords + meaningShare * (byMeaning - byWords), byMeaning - maxDoubt);
}

export function chance(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

type JudgedFeatures = Omit<Features, 'isTitle' | 'isForeign'>;

function lacks({ rarestMissing, missingName, unknown }: JudgedFeatures): number[] {
  return [rarestMissing, missingName, unknown];
}
