import type { Features } from './confidence.ts';
import { type QueryTerm, rarityOf } from './lexical/query-terms.ts';
import type { RankedPage } from './rank-pages.ts';
import { totalRarity } from './rank-sections.ts';

/** From this many sections on a missing word is significant: a smaller index lacks most words. */
const telling = 1500;

/** How well the best page matches the question's words. */
type WordFeatures = Omit<Features, 'isTitle' | 'isForeign' | 'bestLexical' | 'bestSimilarity'>;

/** @param sections in the whole index */
export function readWordFeatures(
  terms: readonly QueryTerm[],
  best: RankedPage | undefined,
  sections: number,
): WordFeatures {
  const words = terms.filter(({ isHeading }) => !isHeading);
  const total = totalRarity(words);
  const held = best?.held ?? 0;
  const missing = words.filter((word) => (held & (1 << terms.indexOf(word))) === 0);
  const unseen = rarityOf(0, sections);
  const asShare = (rarity: number) => Math.min(1, rarity / rarityOf(0, telling));
  const unknown = totalRarity(words.filter((word) => word.terms.length === 0)) / total;
  // A guessed name counts as unknown: `Relay` is not `relate`.
  const lackedNames = words.filter((word) => word.isName && (word.isGuess || missing.includes(word)));
  const isUnheld = ({ isExact, terms }: QueryTerm) => isExact && terms.length === 0;
  const shareOf = (word: QueryTerm, rarity = word.rarity) => (isUnheld(word) ? 1 : asShare(rarity));
  const nameShares = lackedNames.map((word) => shareOf(word, word.isGuess ? unseen : word.rarity));
  const mentioned = (kind: QueryTerm['mention']) =>
    asShare(Math.max(0, ...words.map(({ mention, rarity }) => (mention === kind ? rarity : 0))));
  return {
    rarestMissing: Math.max(0, ...missing.map((word) => shareOf(word))),
    missingName: Math.max(0, ...nameShares),
    unknown: unknown * Math.max(asShare(unseen), unknown),
    words: words.length,
    mentionedName: mentioned('name'),
    mentionedWord: mentioned('word'),
  };
}
