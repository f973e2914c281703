/** The parts of a page's score. `npm run bench -- ranking-weights DATA` cross-validates them. */
export const rankShares = {
  /** Power of a word's rarity in its points: below 1, the rarest word of a question decides less alone. */
  rarity: 0.8,
  /** Weight of a page's second best section relative to the best: two matches show that it is about the subject. */
  second: 0.3,
  /** Weight of the mean of all its sections: the page as a whole is about the question. */
  mean: 0.3,
  /** The share of a page's score for having all of the question's words somewhere. */
  coverage: 0.2,
  /** Bonus for the words of inbound links, by their logarithm: people look for pages that others link to. */
  links: 0.02,
  /** Deduction from what its words score for the words of its title, by their logarithm: short titles name subjects. */
  title: 0.1,
  /**
   * The share of a page's score from its best sections by words and by meaning, each apart and half of it: what is meant
   * and what is said need not stand in the same section.
   */
  apart: 0.3,
  /** Bonus for the mean score of the three best other pages of its folder: what belongs together is found together. */
  folder: 0.15,
};

export type RankShares = typeof rankShares;
