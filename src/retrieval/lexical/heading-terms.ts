import { questionTokens } from '../question-terms.ts';
import { tokenize } from './tokenize.ts';

/** Maximum words of a heading that is a term of its own: nobody asks a whole long sentence word for word. */
const maxWords = 12;

/** Minimum words: a single word ("Limits") is on many pages, and adds nothing to the heading's field. */
const minWords = 2;

/** The share of a question's words that a heading must make up to be what was asked. */
const minShare = 0.75;

/**
 * A heading as terms of its own. One with its stop words: "When should I use X?" means the heading with just these
 * words, whose only content word is "use". One without them: "What is a root store?" is about the heading "Root
 * store".
 */
export function headingTerms(heading: string, language: string): string[] {
  const words = wordsOf(heading, language);
  if (words.length > maxWords) return [];
  return [...(words.length < minWords ? [] : [asTerm(words)]), ...contentTerm(heading, language)];
}

/** The terms of all headings that a question may be, the likeliest first: nearly word for word, then by content. */
export function askedHeadings(question: string, language: string): string[] {
  const words = wordsOf(question, language);
  const minLength = Math.max(minWords, Math.ceil(words.length * minShare));
  const terms: string[] = [];
  for (let length = Math.min(maxWords, words.length); length >= minLength; length--) {
    for (let from = 0; from + length <= words.length; from++)
      terms.push(asTerm(words.slice(from, from + length)));
  }
  return [...terms, ...contentTerm(question, language)];
}

/** The content words in order, as a term that differs from all of `asTerm`. */
function contentTerm(text: string, language: string): string[] {
  const tokens = questionTokens(text, [language]).map(([token]) => token);
  const words = tokens.flatMap(({ term, isCompound }) => (isCompound ? [] : term));
  return words.length < minWords || words.length > maxWords ? [] : [` ${asTerm(words)}`];
}

/** Begins with a space, so that no prefix is completed to it. */
function asTerm(words: readonly string[]): string {
  return ` ${words.join(' ')}`;
}

function wordsOf(text: string, language: string): string[] {
  return tokenize(text, language).flatMap(({ term, isCompound }) => (isCompound ? [] : term));
}
