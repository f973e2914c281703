import { detectSurely } from '../lexical/detect-language.ts';
import { knownLanguages } from '../lexical/languages.ts';
import type { Embedder } from './embedder.ts';

/** Whether a text is in another script than the model's, or surely in another language than its only one. */
export function isForeign(
  text: string,
  { language, understands }: Pick<Embedder, 'language' | 'understands'>,
): boolean {
  if (!understands(text)) return true;
  return language !== undefined && (detectSurely(text, knownLanguages) ?? language) !== language;
}
