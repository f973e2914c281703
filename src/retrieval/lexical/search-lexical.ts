import type { DatabaseSync } from 'node:sqlite';
import { readSample, type Visible, wholeFrom } from '../candidates.ts';
import type { SectionColumns } from '../section-columns.ts';
import { fields } from './fields.ts';
import { addScores, addScoresTo, goodPart, type Scores, type TermScores } from './postings.ts';
import type { QueryTerm } from './query-terms.ts';
import { createTermScores } from './term-scores.ts';

export type LexicalScores = Scores & {
  /** The sum of the words' weights, without that of a whole heading. */
  totalWeight: number;
  /** Sections with fewer points are not among the best, and may lack those of common words. */
  least: number;
  /** Adds the points that sections lack, which come in ascending order. */
  complete: (some: ArrayLike<number>) => void;
};

/**
 * Scores sections for the words of a question. The result is valid until the next call.
 * @param power of a word's rarity, which gives its weight
 */
type LexicalSearch = (words: readonly QueryTerm[], power: number, visible: Visible) => LexicalScores;

/** Words of every section that may be remembered: 14 MB for 112,000 sections. */
const rememberedWords = 16;

/** The best sections that are scored in full: twice as many as are grouped by page. */
const wanted = 4000;

/** The share of a word's sections that is completed at most, because that costs more by section. */
const mostCompleted = 1 / 8;

/**
 * Of many sections only the best get the points of the most common words, which come last: as soon as all that are left are
 * worth less than what the best have already (as in MaxScore: Turtle, Flood, "Query evaluation", 1995).
 */
export function createLexicalSearch(database: DatabaseSync, columns: SectionColumns): LexicalSearch {
  const size = columns.pages.length;
  const scoresOf = createTermScores(database, lengthNorms(columns), rememberedWords * size);
  const scores = { points: new Float32Array(size), terms: new Uint32Array(size) };
  const completed = new Uint8Array(size);

  return (words, power, visible) => {
    for (const column of [...Object.values(scores), completed]) column.fill(0);
    const late: { found: TermScores; weight: number; bit: number }[] = [];
    const worth = ({ terms, rarity }: QueryTerm) => terms.length * goodPart * rarity ** power;
    let [added, open] = [0, words.reduce((sum, word) => sum + worth(word), 0)];
    let [totalWeight, least] = [0, 0];
    const canWait = (count: number) => {
      const sample = readSample(scores.points, visible);
      least = sample.reachedBy(wanted) - open;
      return least > 0 && sample.reaching(least) < mostCompleted * count;
    };
    for (const [i, word] of words.entries()) {
      const weight = word.rarity ** power;
      if (!word.isHeading) totalWeight += weight;
      const all = word.terms.map(scoresOf).filter((found) => found !== undefined);
      const count = all.reduce((sum, { sections }) => sum + sections.length, 0);
      const isLate = late.length > 0 || (count > wholeFrom && open < added && canWait(count));
      for (const found of all) {
        if (isLate) late.push({ found, weight, bit: 1 << i });
        else addScores(found, weight, 1 << i, scores);
      }
      if (isLate) continue;
      open -= worth(word);
      added += worth(word);
    }
    if (late.length === 0)
      least =
        size < wholeFrom
          ? 0
          : Math.max(readSample(scores.points, visible).reachedBy(wanted), Number.MIN_VALUE);

    function complete(some: ArrayLike<number>): void {
      if (late.length === 0) return;
      const lacking: number[] = [];
      for (let i = 0; i < some.length; i++) {
        const section = some[i]!;
        if (completed[section] === 0) lacking.push(section);
        completed[section] = 1;
      }
      for (const { found, weight, bit } of late) addScoresTo(lacking, found, weight, bit, scores);
    }
    return { ...scores, totalWeight, least, complete };
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
