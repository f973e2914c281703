import type { Model } from '../models/model.ts';
import { costMicros } from '../models/price.ts';
import type { Usage } from './answer-event.ts';
import type { AnswerDeps } from './answer-context.ts';
import type { TurnRecord } from './record-turn.ts';

/** Adds what a call of a model used, and cost, to the record of its turn. */
export function noteUsage(
  model: Model,
  usage: Usage & { cachedInputTokens: number },
  record: TurnRecord,
  { config }: AnswerDeps,
): void {
  record.model = `${model.provider}/${model.modelId}`;
  record.costMicros += costMicros(model, usage, config.answers.prices);
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = record.usage;
  record.usage = {
    inputTokens: inputTokens + usage.inputTokens,
    outputTokens: outputTokens + usage.outputTokens,
    cachedInputTokens: cachedInputTokens + usage.cachedInputTokens,
  };
}
