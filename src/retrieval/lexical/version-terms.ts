import type { KnownTerm, Vocabulary } from './vocabulary.ts';

const version = /^v?\d+(?:\.\d+)*$/i;
const address = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** What comes before a number that is a version. */
const saysVersion = /(?:^|[^\p{L}])(?:versions?|releases?|v|since|in|from|to|until|before|after)\s+$/iu;
const saysVersionItself = /(?:versions?|releases?)\s+$/i;
const afterName = /\p{Lu}[\p{L}.]{0,60}\s+$/u;

/** Versions that begin with a shorter one: enough to rank by. */
const maxLonger = 16;

/** Whether a word is written as a number or version: `3`, `v4`, `2.10`. */
export function isNumber(word: string): boolean {
  return version.test(word);
}

/**
 * Whether a number in a question is surely a version: `v4`, `2.1.3`, `Rails 7.1`, `in 2.10`. Not a network address, nor
 * a value that the reader chose.
 */
export function isVersion(text: string, start: number, end: number): boolean {
  const written = text.slice(start, end);
  if (!version.test(written) || address.test(written)) return false;
  if (/^v/i.test(written) || written.split('.').length > 2) return true;
  const before = text.slice(Math.max(0, start - 40), start);
  if (saysVersionItself.test(before)) return true;
  return written.includes('.') && (saysVersion.test(before) || afterName.test(before));
}

/** The index's terms for a number: itself as docs may write it, and versions that begin with it; else the one it begins with. */
export function numberTerms(vocabulary: Vocabulary, word: string, isVersion: boolean): KnownTerm[] {
  const bare = word.replace(/^v/i, '');
  const known = (term: string) => ({ term, sections: vocabulary.count(term) });
  const isDotted = bare.includes('.');
  const written = isDotted ? [bare] : isVersion ? [`v${bare}`, bare] : [bare];
  // Where docs write `v4`, each lone 4 is something else.
  const exact = written.map(known).find(({ sections }) => sections > 0);
  const longer = isDotted || isVersion ? vocabulary.beginningWith(`${bare}.`, maxLonger) : [];
  const found = [...(exact === undefined ? [] : [exact]), ...longer];
  if (found.length > 0 || !isDotted) return found;
  return bare.endsWith('.0') ? numberTerms(vocabulary, bare.replace(/\.0$/, ''), true) : [];
}
