import { z } from 'zod';

export const maxTokens = z
  .number()
  .int()
  .min(200)
  .max(50_000)
  .default(6_000)
  .describe('About how many tokens the answer may have at most.');

/** Code has about 3.5 characters per token, non-Latin scripts about one; overestimates. */
const perToken = { ascii: 3.5, other: 1 };

/** Estimates tokens, erring on the high side. */
export function estimateTokens(text: string): number {
  const foreign = text.replaceAll(/[\0-\x7f]+/g, '').length;
  return Math.ceil((text.length - foreign) / perToken.ascii + foreign / perToken.other);
}

/** The length of the longest beginning within `budget` tokens; at least one character, and none is cut in half. */
export function fittingLength(text: string, budget: number): number {
  let [length, tokens] = [0, 0];
  for (const character of text) {
    tokens += character <= '\x7f' ? 1 / perToken.ascii : character.length / perToken.other;
    if (tokens > budget && length > 0) return length;
    length += character.length;
  }
  return length;
}
