import { miniLmScale } from './cosine-scale.ts';
import type { Embedder } from './embedder.ts';
import { createOnnxEmbedder } from './onnx-embedder.ts';

/**
 * all-MiniLM-L6-v2 on this machine's processor: an English model with vectors of 384 components.
 * @param folder where the generated model file is cached
 */
export function createMiniLm(folder: string): Embedder {
  return createOnnxEmbedder({ kind: 'minilm' }, folder, {
    id: 'all-MiniLM-L6-v2/int8-1',
    scale: miniLmScale,
    language: 'en',
    understands: isMostlyLatin,
  });
}

/** An English model: it works a little for other languages in Latin script, and not at all for other scripts. */
function isMostlyLatin(text: string): boolean {
  const letters = text.slice(0, 1000).match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => letter < '\u0250');
  return 2 * latin.length >= letters.length;
}
