import { lettersOf } from '../../lib/letters-of.ts';
import { matchTerms, type WeighedTerms } from './match-terms.ts';

/** How well a part of a section fits the question. */
export type ScoreText = (text: string) => number;

/** Letters by which a text is recognized whatever its markup. */
const compared = 30;

/**
 * Scores texts by the question's terms; that search found one counts as much as a term of mean weight.
 * @param found the text of the part of the section that search found: a long section is several in the index
 */
export function createTextScore(terms: WeighedTerms, found: string): ScoreText {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const bonus = total / Math.max(1, terms.length);
  let letters: string | undefined;
  const isFound = (line: string) => {
    if (line.length < compared) return false;
    const own = lettersOf(line.slice(0, 4 * compared)).slice(0, compared);
    return own.length === compared && (letters ??= lettersOf(found)).includes(own);
  };
  return (text) => matchTerms(terms, text) + (text.split('\n').some(isFound) ? bonus : 0);
}
