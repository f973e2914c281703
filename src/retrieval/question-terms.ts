import { stopWords } from './words/stop-words.ts';
import { tokenize, type Token } from './words/tokenize.ts';

/** Characters of a question that are read, and different terms that are taken of it. */
const longestQuestion = 20_000;
const mostTerms = 512;

/** The different terms of a text that matter for matching: without stop words, unless there is nothing else. */
export function questionTerms(text: string): string[] {
  return questionTokens(text).map(({ term }) => term);
}

/** The first token of each of these terms. */
export function questionTokens(text: string): Token[] {
  const meaningful = new Map<string, Token>();
  const stopped = new Map<string, Token>();
  for (const token of tokenize(text.slice(0, longestQuestion))) {
    const tokens = stopWords.has(token.word) ? stopped : meaningful;
    if (!tokens.has(token.term)) tokens.set(token.term, token);
    if (meaningful.size >= mostTerms) break;
  }
  return [...(meaningful.size > 0 ? meaningful : stopped).values()];
}
