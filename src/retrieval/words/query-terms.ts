import type { DatabaseSync } from 'node:sqlite';
import { questionTerms } from '../question-terms.ts';

/** One term of a question as a search uses it. */
export type QueryTerm = {
  term: string;
  /** How rare it is: its inverse document frequency (BM25's, always above 0). */
  rarity: number;
  /** Sections with the term; 0 when the index does not have it. */
  sections: number;
};

/** A search has a bit for each term, and the rarest say it all; more of them cost time and add nothing. */
const mostTerms = 32;

/** The terms to search a question by, rarest first. Those that the index does not know are among them. */
export function queryTerms(database: DatabaseSync, text: string, allSections: number): QueryTerm[] {
  const count = database.prepare('SELECT sections FROM words WHERE term = ?');
  return questionTerms(text)
    .map((term) => {
      const sections = Number(count.get(term)?.['sections'] ?? 0);
      return { term, sections, rarity: Math.log(1 + (allSections - sections + 0.5) / (sections + 0.5)) };
    })
    .sort((a, b) => b.rarity - a.rarity)
    .slice(0, mostTerms);
}
