import { questionTokens } from '../question-terms.ts';
import type { Token } from './tokenize.ts';
import type { KnownTerm, Vocabulary } from './vocabulary.ts';

/** One word of a question as a search uses it. */
export type QueryTerm = {
  /** Terms of the index that stand for it: itself, what it may be meant to be, or none. */
  terms: string[];
  /** How rare it is: its inverse document frequency (BM25's, always above 0). */
  rarity: number;
};

/** A search has a bit for each word, and the rarest say it all; more of them cost time and add nothing. */
const mostWords = 32;

/** Looking for what a word may be meant to be takes about a millisecond. */
const mostGuesses = 4;

/**
 * The words to search a question by, rarest first. One that the index does not know stands for its completions when
 * it is the last, for somebody may still be typing it, else for the word that it is misspelled from; when there is
 * none, it remains without terms and says that the docs lack something.
 */
export function queryTerms(vocabulary: Vocabulary, text: string, allSections: number): QueryTerm[] {
  let guesses = 0;
  const rarityOf = (sections: number) => Math.log(1 + (allSections - sections + 0.5) / (sections + 0.5));
  const toQueryTerm = (token: Token): QueryTerm[] => {
    const sections = vocabulary.count(token.term);
    if (sections > 0) return [{ terms: [token.term], rarity: rarityOf(sections) }];
    const meant = ++guesses <= mostGuesses ? guess(vocabulary, token, token.end === text.length) : [];
    // The parts of a compound are there too and say as much.
    if (meant.length === 0 && token.isCompound) return [];
    const together = meant.reduce((sum, known) => sum + known.sections, 0);
    return [{ terms: meant.map(({ term }) => term), rarity: rarityOf(Math.min(together, allSections)) }];
  };
  return questionTokens(text)
    .flatMap(toQueryTerm)
    .sort((a, b) => b.rarity - a.rarity)
    .slice(0, mostWords);
}

function guess(vocabulary: Vocabulary, { word }: Token, isLast: boolean): KnownTerm[] {
  const completed = isLast ? vocabulary.complete(word) : [];
  if (completed.length > 0) return completed;
  const repaired = vocabulary.repair(word);
  return repaired ? [repaired] : [];
}
