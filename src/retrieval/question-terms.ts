import { stopWords } from './words/stop-words.ts';
import { tokenize } from './words/tokenize.ts';

/** Characters of a question that are read, and different terms that are taken of it. */
const longestQuestion = 20_000;
const mostTerms = 512;

/** The different terms of a text that matter for matching: without stop words, unless there is nothing else. */
export function questionTerms(text: string): string[] {
  const meaningful = new Set<string>();
  const stopped = new Set<string>();
  for (const { term, word } of tokenize(text.slice(0, longestQuestion))) {
    (stopWords.has(word) ? stopped : meaningful).add(term);
    if (meaningful.size >= mostTerms) break;
  }
  return [...(meaningful.size > 0 ? meaningful : stopped)];
}
