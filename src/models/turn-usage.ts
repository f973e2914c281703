import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';

/** Tokens of one or more model calls. `cachedInputTokens` are part of `inputTokens`. */
export type TurnUsage = { inputTokens: number; outputTokens: number; cachedInputTokens: number };

export const noTurnUsage: TurnUsage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

export function usageOf({ usage }: Extract<LanguageModelV4StreamPart, { type: 'finish' }>): TurnUsage {
  return {
    inputTokens: usage.inputTokens.total ?? 0,
    outputTokens: usage.outputTokens.total ?? 0,
    cachedInputTokens: usage.inputTokens.cacheRead ?? 0,
  };
}
