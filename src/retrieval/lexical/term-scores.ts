import type { DatabaseSync } from 'node:sqlite';
import { scorePostings, type TermScores } from './postings.ts';

/** What a remembered term takes beside its postings, in postings. */
const overhead = 32;

/**
 * Reads the scores of terms, and remembers those that were used last: questions share their common words, whose postings
 * are the longest.
 * @param maxPostings postings that are remembered, of 8 bytes each
 */
export function createTermScores(
  database: DatabaseSync,
  norms: Float32Array,
  maxPostings: number,
): (term: string) => TermScores | undefined {
  const read = database.prepare('SELECT sections, postings FROM words WHERE term = ?');
  const known = new Map<string, TermScores>();
  let size = 0;

  function load(term: string): TermScores | undefined {
    const row = read.get(term);
    if (row === undefined) return undefined;
    const scores = scorePostings(row['postings'] as Uint8Array, Number(row['sections']), norms);
    size += scores.sections.length + overhead;
    return scores;
  }

  return (term) => {
    const scores = known.get(term) ?? load(term);
    if (scores === undefined) return undefined;
    known.delete(term);
    known.set(term, scores);
    for (const [oldest, { sections }] of known) {
      if (size <= maxPostings || oldest === term) break;
      known.delete(oldest);
      size -= sections.length + overhead;
    }
    return scores;
  };
}
