import { questionTerms } from './question-terms.ts';

/** A question is searched by its rarest terms; more of them cost time and add nothing. */
const mostTerms = 32;

/** A term of a question, and in how many sections of the index it is. */
export type QueryTerm = { term: string; sections: number };

/** The terms to search a question by, rarest first. */
export function queryTerms(text: string, countSections: (term: string) => number): QueryTerm[] {
  return questionTerms(text)
    .map((term) => ({ term, sections: countSections(term) }))
    .sort((a, b) => a.sections - b.sections)
    .slice(0, mostTerms);
}
