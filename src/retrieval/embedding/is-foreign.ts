import { isSurelyForeign } from '../lexical/detect-language.ts';
import type { Embedder } from './embedder.ts';

/** Whether a text is in another script than the model's, or in another language than its only one. */
export function isForeign(
  text: string,
  { language, understands }: Pick<Embedder, 'language' | 'understands'>,
): boolean {
  return !understands(text) || (language !== undefined && isSurelyForeign(text, language));
}
