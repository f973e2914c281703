import { lettersOf } from '../../lib/letters-of.ts';
import { remembering } from '../../lib/recent.ts';
import { matchTerms, type WeighedTerms } from './match-terms.ts';

/** How well a part of a section fits the question. */
export type ScoreText = (text: string) => number;

/** Letters by which a text is recognized whatever its markup, and the characters that hold them: usually, and at most. */
const compared = 30;
const usual = 2 * compared;
const most = 4 * compared;

/**
 * Scores texts by the question's terms; that search found one counts as much as a term of mean weight.
 * @param found the text of the part of the section that search found: a long section is several in the index
 */
export function createTextScore(terms: WeighedTerms, found: string): ScoreText {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const bonus = total / Math.max(1, terms.length);
  let letters: string | undefined;
  const isFound = (line: string) => (letters ??= sectionLetters(found)).includes(line);
  /** A text is ranked alone, within its part, and again in another room. */
  const known = new Map<string, number>();
  return (text) => {
    let score = known.get(text);
    if (score === undefined) {
      score = matchTerms(terms, text) + (linesOf(text).some(isFound) ? bonus : 0);
      known.set(text, score);
    }
    return score;
  };
}

const sectionLetters = remembering(100_000, lettersOf);

/** What a text's lines are recognized by, without those that are too short. */
const linesOf = remembering(100_000, (text) =>
  text.split('\n').flatMap((line) => {
    if (line.length < compared) return [];
    return firstLetters(line, usual) ?? firstLetters(line, most) ?? [];
  }),
);

function firstLetters(line: string, within: number): string | undefined {
  const letters = lettersOf(line.slice(0, within));
  return letters.length < compared ? undefined : letters.slice(0, compared);
}
