import { foldText } from './lexical/fold-text.ts';
import { withScore } from './prefer-parts.ts';
import { questionTokens } from './question-terms.ts';
import type { PageHit, SectionHit } from './search.ts';

/** So many words in a row, and so many of them content words, are in two texts because one has them from the other. */
const run = 6;
const minContent = 3;

/** A message that is longer goes on with what is its reader's own, as a stack trace. */
const maxWords = 100;

/** What a page that quotes nothing is worth beside it. */
const othersShare = 0.5;

/**
 * The hits with the first that holds six words of the question in a row at their head; null when none does. Docs quote
 * a message with placeholders, and who pastes it has names of their own in their places.
 * @param best the score of the first
 */
export function preferQuoted(question: string, hits: readonly PageHit[], best: number): PageHit[] | null {
  const runs = runsOf(question);
  if (runs.length === 0) return null;
  const quotes = ({ text }: SectionHit): boolean => {
    const words = spaced(wordsOf(text));
    return runs.some((one) => words.includes(one));
  };
  for (const quoting of hits) {
    const at = quoting.sections.findIndex(quotes);
    if (at < 0) continue;
    const first = { ...quoting.sections[at]!, score: quoting.score };
    const quoted = withScore({ ...quoting, sections: [first, ...quoting.sections.toSpliced(at, 1)] }, best);
    const share = (othersShare * best) / hits[0]!.score;
    const others = hits.filter((hit) => hit !== quoting);
    return [quoted, ...others.map((hit) => withScore(hit, share * hit.score))];
  }
  return null;
}

function runsOf(question: string): string[] {
  const words = wordsOf(question).slice(0, maxWords);
  if (words.length < run) return [];
  const content = new Set(questionTokens(question, ['en']).map(([{ word }]) => word));
  return words
    .slice(0, 1 - run)
    .map((_, at) => words.slice(at, at + run))
    .filter((some) => some.filter((word) => content.has(word)).length >= minContent)
    .map(spaced);
}

/** With a space on both sides, so that no word is found within another. */
const spaced = (words: readonly string[]): string => ` ${words.join(' ')} `;

const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
