import type { Model } from './model.ts';
import type { TurnUsage } from './turn-usage.ts';

/** US dollars per million tokens. Cached input costs `cachedInput`, or the price of other input if that is absent. */
export type Price = { input: number; output: number; cachedInput?: number | undefined };

/**
 * List prices of common models, published by their vendors as of 2025-11. `DOCENT_MODEL_PRICES` overrides them. A name
 * also covers its dated versions (`gpt-5-2025-08-07`).
 * https://openai.com/api/pricing, https://claude.com/pricing, https://ai.google.dev/pricing
 */
export const listPrices: Record<string, Price> = {
  'openai/gpt-5': { input: 1.25, cachedInput: 0.125, output: 10 },
  'openai/gpt-5-mini': { input: 0.25, cachedInput: 0.025, output: 2 },
  'openai/gpt-5-nano': { input: 0.05, cachedInput: 0.005, output: 0.4 },
  'openai/gpt-4.1': { input: 2, cachedInput: 0.5, output: 8 },
  'openai/gpt-4.1-mini': { input: 0.4, cachedInput: 0.1, output: 1.6 },
  'openai/gpt-4o': { input: 2.5, cachedInput: 1.25, output: 10 },
  'openai/gpt-4o-mini': { input: 0.15, cachedInput: 0.075, output: 0.6 },
  'anthropic/claude-opus-4-5': { input: 5, cachedInput: 0.5, output: 25 },
  'anthropic/claude-sonnet-4-5': { input: 3, cachedInput: 0.3, output: 15 },
  'anthropic/claude-haiku-4-5': { input: 1, cachedInput: 0.1, output: 5 },
  'google/gemini-2.5-pro': { input: 1.25, cachedInput: 0.125, output: 10 },
  'google/gemini-2.5-flash': { input: 0.3, cachedInput: 0.03, output: 2.5 },
  'google/gemini-2.5-flash-lite': { input: 0.1, cachedInput: 0.01, output: 0.4 },
};

/** A dated version: `-20250929` or `-2025-08-07` after the name. */
const version = /-(?:\d{8}|\d{4}-\d{2}-\d{2})$/;

/** The cost of one call in millionths of a US dollar; 0 for a model without a known price. */
export function costMicros(
  { provider, modelId }: Pick<Model, 'provider' | 'modelId'>,
  { inputTokens, cachedInputTokens, outputTokens }: TurnUsage,
  overrides: Record<string, Price>,
): number {
  const price = findPrice(`${provider}/${modelId}`, { ...listPrices, ...overrides });
  if (price === undefined) return 0;
  const cached = Math.min(cachedInputTokens, inputTokens);
  const input = (inputTokens - cached) * price.input + cached * (price.cachedInput ?? price.input);
  return Math.round(input + outputTokens * price.output);
}

function findPrice(name: string, prices: Record<string, Price>): Price | undefined {
  const known = [name, name.replace(version, '')].find((one) => Object.hasOwn(prices, one));
  return known === undefined ? undefined : prices[known];
}
