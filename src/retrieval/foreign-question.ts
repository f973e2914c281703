import { createRecent } from '../lib/recent.ts';
import { isForeignQuestion as detect } from './lexical/is-foreign-question.ts';

/** Characters. */
const maxKept = 500;
const known = createRecent<boolean>(100);

/** As in `lexical/`, cached: the search, its judgement and the answer ask it of the same question. */
export function isForeignQuestion(text: string, tags: readonly (string | null)[]): boolean {
  if (text.length > maxKept) return detect(text, tags);
  const key = `${[...new Set(tags)].join()}\n${text}`;
  const isForeign = known.get(key) ?? detect(text, tags);
  known.set(key, isForeign);
  return isForeign;
}
