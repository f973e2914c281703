import { stopWords } from './stop-words.ts';
import { tokenize } from './tokenize.ts';

/** Characters of a question that are read, and different terms of it that are looked up. */
const longestQuery = 20_000;
const mostLookedUp = 512;

/** A question is searched by its rarest terms; more of them cost time and add nothing. */
const mostTerms = 32;

/** A term that the index knows, and in how many sections it is. */
export type QueryTerm = { term: string; sections: number };

/** The terms to search a question by, rarest first: without stop words, unless there is nothing else. */
export function queryTerms(text: string, countSections: (term: string) => number): QueryTerm[] {
  const meaningful = new Set<string>();
  const stopped = new Set<string>();
  for (const { term, word } of tokenize(text.slice(0, longestQuery))) {
    (stopWords.has(word) ? stopped : meaningful).add(term);
    if (meaningful.size >= mostLookedUp) break;
  }
  const terms = meaningful.size > 0 ? meaningful : stopped;
  return [...terms]
    .map((term) => ({ term, sections: countSections(term) }))
    .filter(({ sections }) => sections > 0)
    .sort((a, b) => a.sections - b.sections)
    .slice(0, mostTerms);
}
