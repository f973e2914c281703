import type { DatabaseSync } from 'node:sqlite';
import type { SectionColumns } from '../section-columns.ts';
import { fields } from './fields.ts';
import { addScores, type Scores } from './postings.ts';
import type { QueryTerm } from './query-terms.ts';
import { createTermScores } from './term-scores.ts';

/** The sections' scores with the sum of the words' weights, without that of a whole heading. */
export type LexicalScores = Scores & { totalWeight: number };

/**
 * Scores every section for the words of a question. The result is valid until the next call.
 * @param power of a word's rarity, which gives its weight
 */
type LexicalSearch = (words: readonly QueryTerm[], power: number) => LexicalScores;

/** Words of every section that may be remembered: 14 MB for 112,000 sections. */
const rememberedWords = 16;

export function createLexicalSearch(database: DatabaseSync, columns: SectionColumns): LexicalSearch {
  const size = columns.pages.length;
  const scoresOf = createTermScores(database, lengthNorms(columns), rememberedWords * size);
  const scores = { points: new Float32Array(size), terms: new Uint32Array(size) };
  return (words, power) => {
    for (const column of Object.values(scores)) column.fill(0);
    let totalWeight = 0;
    for (const [i, { terms, rarity, isHeading }] of words.entries()) {
      const weight = rarity ** power;
      if (!isHeading) totalWeight += weight;
      for (const term of terms) {
        const found = scoresOf(term);
        if (found) addScores(found, weight, 1 << i, scores);
      }
    }
    return { ...scores, totalWeight };
  };
}

/** BM25's length normalization: above 1 for short fields, below for long ones. All fields of a section are adjacent. */
function lengthNorms({ lengths, pages }: SectionColumns): Float32Array {
  const norms = new Float32Array(pages.length * fields.length);
  const count = pages.reduce((sum, page) => sum + (page > 0 ? 1 : 0), 0);
  for (const [field, { lengthPenalty: penalty }] of fields.entries()) {
    const ofField = lengths[field]!;
    const mean = ofField.reduce((sum, length) => sum + length, 0) / Math.max(1, count) || 1;
    for (let i = 0; i < pages.length; i++)
      norms[i * fields.length + field] = 1 / (1 - penalty + (penalty * ofField[i]!) / mean);
  }
  return norms;
}
