import { z } from 'zod';

export const maxTokens = z
  .number()
  .int()
  .min(200)
  .max(50_000)
  .default(6_000)
  .describe('About how many tokens the answer may have at most.');

/** Estimates tokens, rather too many than too few: code has about 3.5 characters per token, other scripts about one. */
export function estimateTokens(text: string): number {
  const foreign = text.replaceAll(/[\0-\x7f]+/g, '').length;
  return Math.ceil((text.length - foreign) / 3.5 + foreign);
}
