import type { TurnRecord } from '../assistant/record-turn.ts';
import { questionTerms } from '../retrieval/question-terms.ts';

/** The share of a passage's words with which another one still says the same in other words. */
const minKept = 0.5;
/** Words beyond the question's that a passage must have, to be told from another. */
const minWords = 3;

/**
 * Whether the passage that answered best is gone with nothing like it in its place. Search alone still finds its page, by
 * its title and by what is left of it. What a passage says is not understood: other numbers in the same words are the same.
 */
export function isPassageGone(question: string, before: TurnRecord, after: TurnRecord): boolean {
  const asked = new Set(questionTerms(question));
  const termsOf = (passage: string) => new Set(questionTerms(passage));
  const cited = new Set(before.sources.map(({ url }) => url));
  const told = (before.search?.retrieved.all() ?? []).filter(({ url }) => cited.has(url));
  let best = { matched: 0, words: [] as string[] };
  for (const passage of told.flatMap(({ section }) => passagesOf(section.text))) {
    const terms = [...termsOf(passage)];
    const matched = terms.filter((term) => asked.has(term)).length;
    const words = terms.filter((term) => !asked.has(term));
    if (matched > best.matched) best = { matched, words };
  }
  if (best.matched === 0 || best.words.length < minWords) return false;
  const now = (after.search?.retrieved.all() ?? []).flatMap(({ section }) => passagesOf(section.text));
  return !now.some((passage) => {
    const terms = termsOf(passage);
    return best.words.filter((word) => terms.has(word)).length >= best.words.length * minKept;
  });
}

const passagesOf = (text: string): string[] => text.split(/\n+/).filter((passage) => passage.trim() !== '');
