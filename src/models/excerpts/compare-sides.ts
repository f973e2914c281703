import type { EvidenceSection } from '../evidence.ts';
import type { Asked } from './asked.ts';
import { lettersOf } from '../../lib/letters-of.ts';
import { pageOf } from './page-of.ts';
import { splitBlocks } from './split-blocks.ts';

const contrasts =
  /\b(?:unlike|whereas|while|differ\w{0,6}|compar\w{1,6}|than|instead|but|however|similar\w{0,2}|same|rather|both|opposed|contrast|except|versus|vs)\b/i;
/** Characters of a section that are looked at. */
const maxRead = 6_000;
/** Of the best score: a passing mention is found elsewhere. */
const minScore = 0.5;
/** Letters that a heading may have beyond the name: `Middlewares`, `app.use()`. */
const plural = 2;

/**
 * The sections of a comparison: first one that sets both things beside each other, in its heading, a table or a sentence, and
 * what is about each by its heading; then the others.
 */
export function withCompared(
  sections: EvidenceSection[],
  { compared }: Asked,
  markdownOf: (section: EvidenceSection) => string,
): EvidenceSection[] {
  if (compared.length === 0) return sections;
  const named = tellingNames(compared).map(namePattern);
  const namesBoth = (text: string) => named.every((pattern) => pattern.test(text));
  const max = Math.max(...sections.map(({ score = 0 }) => score));
  const setsBeside = (section: EvidenceSection) =>
    namesBoth(headingOf(section)) && contrasts.test(headingOf(section));
  const compares = (section: EvidenceSection) =>
    setsBeside(section) ||
    ((section.score ?? max) >= minScore * max &&
      splitBlocks(markdownOf(section).slice(0, maxRead)).some(
        ({ kind, text }) => kind !== 'code' && namesBoth(text) && (kind === 'table' || contrasts.test(text)),
      ));
  const ofSides = named.flatMap((pattern, nth) => {
    const own = sections.filter((section) => {
      const heading = headingOf(section);
      return pattern.test(heading) && !named[1 - nth]!.test(heading);
    });
    // A page of that name, rather than a part of another.
    return own.sort((one, other) => one.title.length - other.title.length)[0] ?? [];
  });
  const both = sections.find(compares);
  if (both === undefined && ofSides.length < 2) return sections;
  const isOfName = (section: EvidenceSection, nth: number) =>
    lettersOf(headingOf(section)).length <= lettersOf(compared[nth]!).length + plural;
  // Where each has a section, what mentions both elsewhere is an example.
  const isLater =
    both !== undefined &&
    !setsBeside(both) &&
    ofSides.length === 2 &&
    ofSides.every(isOfName) &&
    ofSides.every((section) => pageOf(section) !== pageOf(both));
  const found = both === undefined ? [] : [both];
  const first = new Set(isLater ? [...ofSides, ...found] : [...found, ...ofSides]);
  return [...first, ...sections.filter((section) => !first.has(section))];
}

/** The names without the words that both have, which tell neither from the other: `poetry update`, `poetry lock`. */
function tellingNames([one = '', other = '']: readonly string[]): string[] {
  const wordsOf = (name: string) => name.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]{2,}/gu) ?? [name];
  const without = (name: string, words: string[]) =>
    wordsOf(name)
      .filter((word) => !words.includes(word))
      .join(' ') || name;
  return [without(one, wordsOf(other)), without(other, wordsOf(one))];
}

/** All words of a name, in any form. */
function namePattern(name: string): RegExp {
  const words = name.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]{2,}/gu) ?? [name];
  const inText = words.map((word) => {
    const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/s$/i, '');
    return /^[\p{L}\p{N}_]/u.test(word)
      ? `(?=[^]*(?<![\\p{L}\\p{N}_])${escaped}s?(?![\\p{L}\\p{N}_]))`
      : `(?=[^]*${escaped})`;
  });
  return new RegExp(`^${inText.join('')}`, 'iu');
}

function headingOf({ title }: EvidenceSection): string {
  return title.split(' › ').at(-1)!;
}
