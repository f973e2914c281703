import { createRecent } from '../lib/recent.ts';
import { languageOf } from './lexical/languages.ts';
import { signsIn } from './lexical/signs.ts';
import { isQuoted } from './lexical/stop-word-names.ts';
import { tokenize, type Token } from './lexical/tokenize.ts';

/** Maximum characters of a question that are read, and distinct terms that are used. */
const maxQuestionLength = 20_000;
const maxTerms = 512;

/** The distinct content words of an English text: without stop words, unless there is nothing else. */
export function questionTerms(text: string): string[] {
  return questionTokens(text, ['en']).map(([{ term }]) => term);
}

type Tokens = readonly [Token, ...Token[]];

/** Characters of the questions that are remembered: each is read for its words, its headings, its corrections and its answer. */
const recent = createRecent<{ found: readonly Tokens[]; size: number }>(20_000, ({ size }) => size);

/**
 * The distinct content words of a question, each as its tokens in each of the languages: without the stop words of any
 * of them, unless there is nothing else.
 */
export function questionTokens(text: string, languages: readonly string[]): readonly Tokens[] {
  const read = text.slice(0, maxQuestionLength);
  const key = `${languages.join()}\n${read}`;
  return recent.of(key, () => ({ found: findTokens(read, languages), size: read.length })).found;
}

function findTokens(read: string, languages: readonly string[]): Tokens[] {
  const [first = [], ...others] = languages.map((language) => tokenize(read, language));
  const isStopWord = (word: string) => languages.some((language) => languageOf(language).stopWords.has(word));
  const meaningful = new Map<string, Tokens>();
  const stopped = new Map<string, Tokens>();
  for (const sign of signsIn(read, 'heading')) meaningful.set(sign.term, [sign]);
  for (const [i, token] of first.entries()) {
    const isThrownAway = isStopWord(token.word) && !isQuoted(read, token.start, token.end);
    const words = isThrownAway ? stopped : meaningful;
    if (!words.has(token.term)) words.set(token.term, [token, ...others.map((tokens) => tokens[i]!)]);
    if (meaningful.size >= maxTerms) break;
  }
  return [...(meaningful.size > 0 ? meaningful : stopped).values()];
}
