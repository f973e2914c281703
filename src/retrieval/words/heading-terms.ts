import { tokenize } from './tokenize.ts';

/** Words of a heading that is a term of its own. One word is a term anyway; nobody asks a whole sentence word for word. */
const fewest = 2;
const most = 12;

/** Part of a question's words that a heading must make up for the question to be that heading. */
const leastShare = 0.75;

/**
 * A heading as one term, with its stop words: who asks "When should I use X?" means the heading that says just that,
 * of which the words that matter alone leave "use". None for a heading that is too short or too long.
 */
export function headingTerm(heading: string, language: string): string[] {
  const words = wordsOf(heading, language);
  return words.length < fewest || words.length > most ? [] : [asTerm(words)];
}

/** The terms of all headings that a question may be, but for a word or two, longest first. */
export function askedHeadings(question: string, language: string): string[] {
  const words = wordsOf(question, language);
  const least = Math.max(fewest, Math.ceil(words.length * leastShare));
  const terms: string[] = [];
  for (let length = Math.min(most, words.length); length >= least; length--) {
    for (let from = 0; from + length <= words.length; from++)
      terms.push(asTerm(words.slice(from, from + length)));
  }
  return terms;
}

/** Begins with a blank, so that no unfinished word is completed to it. */
function asTerm(words: readonly string[]): string {
  return ` ${words.join(' ')}`;
}

function wordsOf(text: string, language: string): string[] {
  return tokenize(text, language).flatMap(({ term, isCompound }) => (isCompound ? [] : term));
}
