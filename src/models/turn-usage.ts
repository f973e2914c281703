import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { tokensOf } from './fit-prompt.ts';
import type { Prompt } from './model.ts';

/** Tokens of one or more model calls. `cachedInputTokens` are part of `inputTokens`. */
export type TurnUsage = { inputTokens: number; outputTokens: number; cachedInputTokens: number };

export const noTurnUsage: TurnUsage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

/** What a call has used that ended before its provider said so. */
export function estimateUsage(prompt: Prompt, written: string): TurnUsage {
  return {
    inputTokens: tokensOf(JSON.stringify(prompt)),
    outputTokens: tokensOf(written),
    cachedInputTokens: 0,
  };
}

export function usageOf({ usage }: Extract<LanguageModelV4StreamPart, { type: 'finish' }>): TurnUsage {
  return {
    inputTokens: usage.inputTokens.total ?? 0,
    outputTokens: usage.outputTokens.total ?? 0,
    cachedInputTokens: usage.inputTokens.cacheRead ?? 0,
  };
}
