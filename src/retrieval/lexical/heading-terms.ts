import { questionTokens } from '../question-terms.ts';
import { tokenize } from './tokenize.ts';

/** Words of a heading that is a term of its own: nobody asks a whole sentence word for word. */
const most = 12;

/** One of a single word ("Limits") is on many pages, and says no more than the word in the heading's field does. */
const least = 2;

/** Part of a question's words that a heading must make up for the question to be that heading. */
const minShare = 0.75;

/**
 * A heading as terms of its own. One with its stop words: who asks "When should I use X?" means the heading that says
 * just that, of which the words that matter alone leave "use". One without them: "What is a root store?" is about
 * the heading "Root store".
 */
export function headingTerms(heading: string, language: string): string[] {
  const words = wordsOf(heading, language);
  if (words.length > most) return [];
  return [...(words.length < least ? [] : [asTerm(words)]), ...contentTerm(heading, language)];
}

/** The terms of all headings that a question may be, the likeliest first: word for word but for a few, then by content. */
export function askedHeadings(question: string, language: string): string[] {
  const words = wordsOf(question, language);
  const shortest = Math.max(least, Math.ceil(words.length * minShare));
  const terms: string[] = [];
  for (let length = Math.min(most, words.length); length >= shortest; length--) {
    for (let from = 0; from + length <= words.length; from++)
      terms.push(asTerm(words.slice(from, from + length)));
  }
  return [...terms, ...contentTerm(question, language)];
}

/** The words that matter, in their order, as one term that is none of `asTerm`. */
function contentTerm(text: string, language: string): string[] {
  const tokens = questionTokens(text, [language]).map(([token]) => token);
  const words = tokens.flatMap(({ term, isCompound }) => (isCompound ? [] : term));
  return words.length < least || words.length > most ? [] : [` ${asTerm(words)}`];
}

/** Begins with a blank, so that no unfinished word is completed to it. */
function asTerm(words: readonly string[]): string {
  return ` ${words.join(' ')}`;
}

function wordsOf(text: string, language: string): string[] {
  return tokenize(text, language).flatMap(({ term, isCompound }) => (isCompound ? [] : term));
}
