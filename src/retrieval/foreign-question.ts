import { isForeignQuestion as detect } from './lexical/is-foreign-question.ts';

const maxKnown = 100;
/** Characters. */
const maxKept = 500;
const known = new Map<string, boolean>();

/** As in `lexical/`, cached: the search, its judgement and the answer ask it of the same question. */
export function isForeignQuestion(text: string, tags: readonly (string | null)[]): boolean {
  if (text.length > maxKept) return detect(text, tags);
  const key = `${[...new Set(tags)].join()}\n${text}`;
  const isForeign = known.get(key) ?? detect(text, tags);
  if (known.size >= maxKnown) known.clear();
  known.set(key, isForeign);
  return isForeign;
}
