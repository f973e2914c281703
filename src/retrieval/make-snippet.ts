import { languageCode } from './lexical/languages.ts';
import { tokenize } from './lexical/tokenize.ts';
import type { PageHit } from './search.ts';

/** Characters of a snippet, and how many of them may precede its first match. */
const length = 240;
const lead = 60;

/**
 * The part of a page's best section with the most terms in it, on one line, with ellipses where it was cut. Only for
 * pages that are shown alone, because it reads the whole section.
 */
export function makeSnippet({ sections: [{ text }], terms, language }: PageHit): string {
  if (text.length <= length) return onOneLine(text);
  const matches = tokenize(text, languageCode(language), terms);
  let [bestStart, bestCount] = [0, 0];
  for (const [i, first] of matches.entries()) {
    const inWindow = new Set<string>();
    for (let j = i; (matches[j]?.end ?? Infinity) <= first.start + length - lead; j++)
      inWindow.add(matches[j]?.term ?? '');
    if (inWindow.size > bestCount) [bestStart, bestCount] = [first.start, inWindow.size];
  }
  return cut(text, Math.max(0, bestStart - lead));
}

function cut(text: string, from: number): string {
  const start = from === 0 ? 0 : nextBlank(text, from);
  const end = start + length >= text.length ? text.length : text.lastIndexOf(' ', start + length);
  const piece = text.slice(start, end > start ? end : start + length).toWellFormed();
  return `${start > 0 ? '… ' : ''}${onOneLine(piece)}${end < text.length ? ' …' : ''}`;
}

/** Fences of code are marks for lines that are no more. */
function onOneLine(text: string): string {
  const withoutFences = text.replaceAll(/^ *(?:```|~~~).*$/gm, ' ');
  return withoutFences.replaceAll(/\s+/g, ' ').trim();
}

function nextBlank(text: string, from: number): number {
  const at = text.slice(from, from + lead).search(/\s/);
  return at < 0 ? from : from + at + 1;
}
