import type { DatabaseSync } from 'node:sqlite';
import { createRecents } from '../../lib/recent.ts';
import { editsBetween } from './edits-between.ts';
import { fields } from './fields.ts';
import { languageOf } from './languages.ts';
import { occursIn } from './postings.ts';

/** A term of the index and its document frequency. */
export type KnownTerm = { term: string; sections: number };

/** The terms of an index. */
export type Vocabulary = {
  /** The number of sections with the term; 0 for an unknown one. */
  count: (term: string) => number;
  /** Whether a title or heading has the term. */
  isInHeadings: (term: string) => boolean;
  /** Terms with a prefix, the most common first. */
  beginningWith: (prefix: string, max: number) => KnownTerm[];
  /** Completions of a prefix, the most common first. */
  complete: (word: string) => KnownTerm[];
  /** The longest term that is a prefix of it. */
  shorten: (word: string) => KnownTerm[];
  /** The most common terms at an edit distance of 1; for a long word, else those at a distance of 2. */
  repair: (word: string, languages: readonly string[]) => KnownTerm[];
};

const headingFields = fields.reduce(
  (bits, { name }, i) => (name === 'title' || name === 'headings' ? bits | (1 << i) : bits),
  0,
);

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const maxCompletions = 3;
const maxRepairs = 2;
const minCompleted = 3;
/** Suffixes that stemming removes, also partly typed ones; other endings make another word. */
const ending =
  /^(?:a(?:t(?:i(?:on?)?)?|bl?|nc?|l)?|i(?:n|on?|t|z|s|v|b|c|f|e)?|m(?:e(?:nt?)?)?|n(?:es?)?|e[drsn]?|s|y|l|o(?:ns?|us?)?|ur?|t(?:i(?:on?)?)?)$/;
const maxEnding = 5;
/** Shorter words have too many neighbours. */
const minRepaired = 4;
/** From this length on two letters may be wrong, after the first two. */
const minTwice = 8;
const keptLetters = 2;
const maxCompared = 3_000;

/** Terms that are remembered, of all indexes together: a question looks up the same ones often, and others share its words. */
const recentOfIndex = createRecents<{ sections: number; isInHeadings?: boolean }>(10_000, () => 1);
/** Corrections: each looks up hundreds of terms. */
const repairsOfIndex = createRecents<KnownTerm[]>(1_000, () => 1);

export function openVocabulary(database: DatabaseSync): Vocabulary {
  const select = database.prepare('SELECT sections FROM words WHERE term = ?');
  const selectPostings = database.prepare('SELECT postings FROM words WHERE term = ?');
  const selectRange = database.prepare(
    'SELECT term, sections FROM words WHERE term >= ? AND term < ? ORDER BY sections DESC LIMIT ?',
  );
  const [recent, repairs] = [recentOfIndex(), repairsOfIndex()];
  const read = (term: string) => Number(select.get(term)?.['sections'] ?? 0);
  const know = (term: string) => recent.of(term, () => ({ sections: read(term) }));
  const count = (term: string) => know(term).sections;
  const readInHeadings = (term: string) => {
    const row = selectPostings.get(term);
    return row !== undefined && occursIn(row['postings'] as Uint8Array, headingFields);
  };
  const findRepairs = (word: string, languages: readonly string[]) => {
    const near = neighbours(word);
    const found = [...new Set(languages.flatMap((language) => near.map(languageOf(language).stem)))]
      .map((term) => ({ term, sections: read(term) }))
      .filter(({ sections }) => sections > 0);
    const terms = found.length > 0 || word.length < minTwice ? found : twoEditsAway(word, languages);
    return terms.sort((a, b) => b.sections - a.sections).slice(0, maxRepairs);
  };
  /** Of the terms with the same first letters. */
  const twoEditsAway = (word: string, languages: readonly string[]) => {
    const stems = languages.map((language) => languageOf(language).stem(word));
    return beginningWith(word.slice(0, keptLetters), maxCompared).filter(({ term }) =>
      stems.some((stem) => editsBetween(stem, term, 2) <= 2),
    );
  };
  const beginningWith = (prefix: string, max: number) =>
    selectRange.all(prefix, `${prefix}\u{10ffff}`, max) as KnownTerm[];
  return {
    count,
    beginningWith,
    isInHeadings: (term) => (know(term).isInHeadings ??= readInHeadings(term)),
    complete(word) {
      return word.length < minCompleted ? [] : beginningWith(word, maxCompletions);
    },
    shorten(word) {
      for (let cut = 1; cut <= maxEnding && word.length - cut > minCompleted; cut++) {
        const term = word.slice(0, -cut);
        if (!ending.test(word.slice(-cut))) continue;
        const sections = count(term);
        if (sections > 0) return [{ term, sections }];
      }
      return [];
    },
    repair(word, languages) {
      if (word.length < minRepaired) return [];
      return repairs.of(`${languages.join()} ${word}`, () => findRepairs(word, languages));
    },
  };
}

/**
 * All words at an edit distance of 1 (Damerau), with the letters of English and of the word itself. The first letter is
 * kept or swapped: people rarely get it wrong (Pollock, Zamora, "Automatic spelling correction", 1984), and changing it
 * turns `Flink` into `link`.
 */
function neighbours(word: string): string[] {
  const found: string[] = [word.charAt(1) + word.charAt(0) + word.slice(2)];
  const alphabet = [...new Set(letters + word)];
  for (let i = 1; i <= word.length; i++) {
    const [before, after] = [word.slice(0, i), word.slice(i)];
    if (after !== '') found.push(before + after.slice(1));
    if (after.length > 1) found.push(before + after.charAt(1) + after.charAt(0) + after.slice(2));
    for (const letter of alphabet) {
      found.push(before + letter + after);
      if (after !== '') found.push(before + letter + after.slice(1));
    }
  }
  return found;
}
