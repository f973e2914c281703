import { askedSubject } from '../../lib/definitions.ts';
import { languageOf } from './languages.ts';
import { type Token, tokenize } from './tokenize.ts';

/** A name as a term, and the folded words in it. */
export type StopWordName = { term: string; words: string[] };

/** Longer names have another word in them. */
const maxWords = 3;

/** What a word before it is the name of: `the or operator`. */
const kindOfThing =
  /^[`"'“”]?\s{1,3}(?:argument|attribute|block|clause|class|command|directive|event|field|filter|flag|function|helper|hook|keyword|macro|matcher|method|modifier|module|operator|option|page|parameter|prop(?:erty)?|rule|selector|setting|statement|tag|test|type|wert|befehl)s?\b/i;
const quoted = /^[`"“”]$/;

/** The term of a title or heading that has no other words than stop words: `Or`, `who`, `If not`. */
export function stopWordName(heading: string, language: string): string[] {
  const words = plainWords(heading, language);
  const { stopWords } = languageOf(language);
  const isName =
    words.length > 0 && words.length <= maxWords && words.every(({ word }) => stopWords.has(word));
  return isName ? [asTerm(words)] : [];
}

/**
 * The names of stop words that a question may mean: those in code or quotes, before what they are the name of, in capitals
 * within a sentence, or all that there is.
 */
export function askedStopWordNames(question: string, language: string): StopWordName[] {
  const words = plainWords(question, language);
  const { stopWords } = languageOf(language);
  const isStopWord = words.map(({ word }) => stopWords.has(word));
  const isAll = isStopWord.every(Boolean);
  const subject = isAll ? askedSubject(question) : null;
  const place = subject === null ? 0 : question.lastIndexOf(subject);
  const names: StopWordName[] = [];
  for (const [from, { start }] of words.entries()) {
    for (let to = from; to < from + maxWords && isStopWord[to] === true; to++) {
      const { end } = words[to]!;
      const isMeant =
        (isAll && start >= place && end <= place + (subject ?? question).length) ||
        isQuoted(question, start, end) ||
        kindOfThing.test(question.slice(end, end + 30)) ||
        (from > 0 && /^\p{Lu}/u.test(question.slice(start)) && question[start] !== 'I');
      const named = words.slice(from, to + 1);
      if (isMeant) names.push({ term: asTerm(named), words: named.map(({ word }) => word) });
    }
  }
  return names;
}

/** Whether a word stands alone in code or quotes. */
export function isQuoted(text: string, start: number, end: number): boolean {
  return quoted.test(text[start - 1] ?? ' ') && quoted.test(text[end] ?? ' ');
}

function plainWords(text: string, language: string): Token[] {
  return tokenize(text, language).filter(({ isCompound }) => !isCompound);
}

/** Begins with a space, so that no prefix is completed to it, and differs from the terms of headings. */
function asTerm(words: readonly Token[]): string {
  return ` \`${words.map(({ word }) => word).join(' ')}`;
}
