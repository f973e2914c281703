import { setTimeout as sleep } from 'node:timers/promises';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';

export const chunks = 300;
/** As a fast hosted model: 50 tokens a second. */
export const paceMs = 20;

/** The same upstream for every server: 300 chunks of about a token, one every 20 ms. */
export const pacedModel: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'bench',
  modelId: 'paced',
  supportedUrls: {},
  async doGenerate() {
    throw new Error('not used');
  },
  async doStream() {
    return { stream: ReadableStream.from(parts()) };
  },
};

async function* parts(): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'text-start', id: '0' };
  for (let i = 0; i < chunks; i++) {
    await sleep(paceMs);
    yield { type: 'text-delta', id: '0', delta: ` word${i % 10}` };
  }
  yield { type: 'text-end', id: '0' };
  yield {
    type: 'finish',
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: chunks, text: chunks, reasoning: 0 },
    },
  };
}
