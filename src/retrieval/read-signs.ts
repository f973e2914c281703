import type { Signs } from './confidence.ts';
import { type QueryTerm, rarityOf } from './lexical/query-terms.ts';
import type { RankedPage } from './rank-pages.ts';
import { totalRarity } from './rank-sections.ts';

/** Sections from which on a word that none has is telling: few sections lack most words. */
const telling = 1500;

/** What the best page shows of how well the question's words are met. */
type WordSigns = Omit<Signs, 'isTitle' | 'bestLexical' | 'bestSimilarity'>;

/** @param sections in the whole index */
export function readWordSigns(
  terms: readonly QueryTerm[],
  best: RankedPage | undefined,
  sections: number,
): WordSigns {
  const words = terms.filter(({ isHeading }) => !isHeading);
  const total = totalRarity(words);
  const held = best?.held ?? 0;
  const missing = words.filter((word) => (held & (1 << terms.indexOf(word))) === 0);
  const unseen = rarityOf(0, sections);
  const asShare = (rarity: number) => Math.min(1, rarity / rarityOf(0, telling));
  const unknown = totalRarity(words.filter((word) => word.terms.length === 0)) / total;
  // A name that had to be guessed is taken for one that nobody here knows: `Relay` is not `relate`.
  const lackedNames = words.filter((word) => word.isName && (word.isGuess || missing.includes(word)));
  const rarities = lackedNames.map(({ rarity, isGuess }) => (isGuess ? unseen : rarity));
  return {
    rarestMissing: asShare(Math.max(0, ...missing.map(({ rarity }) => rarity))),
    missingName: asShare(Math.max(0, ...rarities)),
    unknown: unknown * Math.max(asShare(unseen), unknown),
    words: words.length,
  };
}
