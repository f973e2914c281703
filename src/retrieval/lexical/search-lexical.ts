import type { DatabaseSync } from 'node:sqlite';
import type { SectionColumns } from '../section-columns.ts';
import { fields } from './fields.ts';
import { addScores, type Scores } from './postings.ts';
import type { QueryTerm } from './query-terms.ts';

/** Scores every section for the words of a question. The result is valid until the next call. */
type LexicalSearch = (words: readonly QueryTerm[]) => Scores;

export function createLexicalSearch(database: DatabaseSync, columns: SectionColumns): LexicalSearch {
  const read = database.prepare('SELECT postings FROM words WHERE term = ?');
  const norms = fields.map(({ lengthPenalty }, i) =>
    lengthNorms(columns.lengths[i]!, columns.pages, lengthPenalty),
  );
  const size = columns.pages.length;
  const scores = {
    points: new Float32Array(size),
    terms: new Uint32Array(size),
    covered: new Float32Array(size),
  };
  return (words) => {
    for (const column of Object.values(scores)) column.fill(0);
    for (const [i, { terms, rarity }] of words.entries()) {
      for (const term of terms) {
        const postings = read.get(term)?.['postings'] as Uint8Array | undefined;
        if (postings) addScores(postings, rarity, 1 << i, norms, scores);
      }
    }
    return scores;
  };
}

/** BM25's length normalization: above 1 for short fields, below for long ones. */
function lengthNorms(lengths: Uint32Array, pages: Uint32Array, penalty: number): Float32Array {
  let [count, sum] = [0, 0];
  for (let i = 0; i < pages.length; i++) {
    if (pages[i]! > 0) count++;
    sum += lengths[i]!;
  }
  const mean = sum / Math.max(1, count) || 1;
  const norms = new Float32Array(lengths.length);
  for (let i = 0; i < norms.length; i++) norms[i] = 1 / (1 - penalty + (penalty * lengths[i]!) / mean);
  return norms;
}
