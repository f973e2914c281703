import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { Model } from '../../src/models/model.ts';

type Script = (
  options: LanguageModelV4CallOptions,
  call: number,
) => Iterable<LanguageModelV4StreamPart> | AsyncIterable<LanguageModelV4StreamPart>;

/** A model whose calls play a script: the provider's side of the interface, for faults that no provider makes on demand. */
export function scriptedModel(script: Script): Model & { calls: LanguageModelV4CallOptions[] } {
  const calls: LanguageModelV4CallOptions[] = [];
  return {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'scripted',
    supportedUrls: {},
    calls,
    async doGenerate() {
      throw new Error('doStream is the only way in.');
    },
    async doStream(options) {
      calls.push(options);
      return { stream: ReadableStream.from(script(options, calls.length)) };
    },
  };
}

/** A text answer in `deltas` with a finish. */
export function* textAnswer(...deltas: string[]): Generator<LanguageModelV4StreamPart> {
  yield { type: 'text-start', id: '0' };
  for (const delta of deltas) yield { type: 'text-delta', id: '0', delta };
  yield { type: 'text-end', id: '0' };
  yield finishPart('stop');
}

type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

export function finishPart(unified: FinishPart['finishReason']['unified']): FinishPart {
  return {
    type: 'finish',
    finishReason: { unified, raw: undefined },
    usage: {
      inputTokens: { total: 10, noCache: 8, cacheRead: 2, cacheWrite: 0 },
      outputTokens: { total: 5, text: 5, reasoning: 0 },
    },
  };
}
