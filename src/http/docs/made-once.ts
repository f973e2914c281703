import { remember } from '../../lib/remember.ts';
import type { SearchIndex } from '../../retrieval/open-index.ts';

/** What is made of an index: a text, or several by name. */
type Made = string | ReadonlyMap<string, string> | { text: string };

/** Characters that are kept of one index; a single text may have more. */
const maxKept = 8_000_000;

const ofIndexes = new WeakMap<
  Pick<SearchIndex, 'list'>,
  { texts: Map<string, Promise<Made>>; length: number }
>();

/**
 * A text made of an index, which never changes while it is open.
 * @param key all that the text depends on besides the index
 */
export function madeOnce<Text extends Made>(
  index: Pick<SearchIndex, 'list'>,
  key: string,
  make: () => Promise<Text> | Text,
): Promise<Text> {
  const kept = ofIndexes.get(index) ?? { texts: new Map(), length: 0 };
  ofIndexes.set(index, kept);
  return remember(kept.texts, key, async () => {
    const made = await make();
    kept.length += lengthOf(made);
    if (kept.length > maxKept) {
      for (const other of kept.texts.keys()) if (other !== key) kept.texts.delete(other);
      kept.length = lengthOf(made);
    }
    return made;
  }) as Promise<Text>;
}

function lengthOf(made: Made): number {
  if (typeof made === 'string') return made.length;
  if ('text' in made) return made.text.length;
  return made.values().reduce((sum, text) => sum + text.length, 0);
}
