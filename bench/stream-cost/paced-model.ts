import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';

export const chunks = 150;
/** As a fast hosted model: 50 tokens a second. */
const paceMs = 20;

/** The same upstream for every server: 150 chunks of about a token, one every 20 ms. */
export const pacedModel: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'bench',
  modelId: 'paced',
  supportedUrls: {},
  async doGenerate() {
    throw new Error('not used');
  },
  async doStream() {
    return { stream: new ReadableStream({ start: play, cancel: () => {} }) };
  },
};

function play(controller: ReadableStreamDefaultController<LanguageModelV4StreamPart>): void {
  controller.enqueue({ type: 'stream-start', warnings: [] });
  controller.enqueue({ type: 'text-start', id: '0' });
  pace(
    (i) => controller.enqueue({ type: 'text-delta', id: '0', delta: ` word${i % 10}` }),
    () => {
      controller.enqueue({ type: 'text-end', id: '0' });
      controller.enqueue(finish);
      controller.close();
    },
  );
}

/** Calls `chunk` 150 times, one every 20 ms, then `end`: the same clock for every server. */
export function pace(chunk: (i: number) => void, end: () => void): void {
  let i = 0;
  const timer = setInterval(() => {
    if (i < chunks) return chunk(i++);
    clearInterval(timer);
    end();
  }, paceMs);
}

const finish: LanguageModelV4StreamPart = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: chunks, text: chunks, reasoning: 0 },
  },
};
