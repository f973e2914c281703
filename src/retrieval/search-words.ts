import type { DatabaseSync } from 'node:sqlite';
import type { Facet } from './filter-facets.ts';
import { fieldWeights } from './index-schema.ts';
import type { QueryTerm } from './query-terms.ts';

/** A section that matched. `score` is the part (0–1) of what the best conceivable section would get. */
export type ScoredSection = { sectionId: number; pageId: number; score: number };

/** FTS5's bm25 gives one term at most its inverse document frequency times this (k1 + 1, https://sqlite.org/fts5.html). */
const mostPerFrequency = 2.2;

/** The sections that match best by BM25, best first. A term that no section has lowers all scores, as it should. */
export function searchWords(
  database: DatabaseSync,
  terms: QueryTerm[],
  facets: Facet[],
  { sections, limit }: { sections: number; limit: number },
): ScoredSection[] {
  const known = terms.filter((term) => term.sections > 0);
  if (known.length === 0 || facets.length === 0) return [];
  const match = known.map(({ term }) => `"${term.replaceAll('"', '""')}"`).join(' OR ');
  const rows = database
    .prepare(
      `SELECT words.rowid AS section_id, places.page_id, bm25(words, ${Object.values(fieldWeights).join(', ')}) AS rank
       FROM words JOIN places ON places.section_id = words.rowid
       WHERE words MATCH ? AND places.facet_id IN (${facets.map(({ id }) => id).join(', ')})
       ORDER BY rank LIMIT ?`,
    )
    .all(match, limit);
  const best = mostPerFrequency * terms.reduce((sum, term) => sum + inverseFrequency(term, sections), 0);
  return rows.map((row) => ({
    sectionId: Number(row['section_id']),
    pageId: Number(row['page_id']),
    score: Math.min(1, -Number(row['rank']) / best),
  }));
}

function inverseFrequency(term: QueryTerm, sections: number): number {
  return Math.max(Math.log((sections - term.sections + 0.5) / (term.sections + 0.5)), 1e-6);
}
