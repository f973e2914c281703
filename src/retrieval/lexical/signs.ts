import type { Token } from './tokenize.ts';

/** Longer runs are lines of dashes and art. */
const maxLength = 8;

/** Runs of the characters that operators and patterns are made of. */
const operators = /[!#$%&*+\-./:<=>?@\\^|~]{2,}/g;

/** The same, one alone, and brackets, where they stand by themselves or in quotes. */
const alone = /(?<![^\s`'"“”|])[!#$%&*+\-./:<=>?@\\^|~()[\]{}]+(?![^\s`'"“”|])/g;

/** Between words of a heading or a question these are punctuation. */
const punctuation = /^[-/:&|.,?!]$/;
const quotes = /[`'"“”]/;

/** Tags, comments, addresses, dashes. */
const markup = /<\/|\/>|><|:\/\/|^<!--|^-{2,}>?$|^(.)\1{3,}$/;
const path = /^(?=[.~]*[/\\])[./\\~]+$/;
const endOfSentence = /^[.?!:]+$/;

const wordCharacter = /[\p{L}\p{N}_]/u;

/** Text of a page, or a title, heading or question, where signs that stand alone are meant as words. */
export type Place = 'text' | 'heading';

/** Runs of signs that are words: `??=`, `->>`, `**` + `/*`. In a text also the cells of tables that are signs alone. */
export function signsIn(text: string, place: Place): Token[] {
  const found = new Map<number, Token>();
  const add = (term: string, start: number) => {
    const end = start + term.length;
    if (term.length <= maxLength && !found.has(start))
      found.set(start, { term, word: term, start, end, isCompound: false });
  };
  for (const { 0: run, index } of text.matchAll(operators))
    if (!isNoise(run, text[index - 1] ?? ' ', text[index + run.length] ?? ' ')) add(run, index);
  for (const [from, to] of place === 'heading' ? [[0, text.length] as const] : tableRows(text)) {
    for (const { 0: run, index } of text.slice(from, to).matchAll(alone)) {
      const isQuoted = quotes.test(text[from + index - 1] ?? ' ');
      if (place === 'text' ? run !== '|' : isQuoted || !punctuation.test(run)) add(run, from + index);
    }
  }
  return [...found.values()].sort((a, b) => a.start - b.start);
}

function isNoise(run: string, before: string, after: string): boolean {
  if (run.length > maxLength || markup.test(run)) return true;
  const [left, right] = [wordCharacter.test(before), wordCharacter.test(after)];
  if ((left || right) && path.test(run)) return true;
  if (right && run.endsWith('--')) return true;
  return left && !right && endOfSentence.test(run);
}

/** The lines that are rows of tables, whose cells ` | ` parts. */
function* tableRows(text: string): Generator<readonly [number, number]> {
  for (let at = text.indexOf(' | '); at >= 0;) {
    const start = text.lastIndexOf('\n', at) + 1;
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    yield [start, end];
    at = text.indexOf(' | ', end);
  }
}
