import type { Outcome, Source, Suggestion, Support } from './types.ts';

/** The parts of an answer's stream that the widget uses. */
export type AnswerPart =
  | { type: 'started'; messageId: string; threadId: string | null }
  | { type: 'search'; query: string }
  | { type: 'text'; delta: string }
  | { type: 'source'; source: Source }
  | { type: 'supports'; supports: Support[] }
  | { type: 'suggestions'; suggestions: Suggestion[] }
  | { type: 'error'; message: string }
  | { type: 'stopped' }
  | { type: 'finish'; outcome: Outcome | undefined };

/**
 * Parses the parts of a v2 answer. A stream that ends without `[DONE]` was cut off.
 * @throws Error when it was cut off
 */
export async function* readStream(body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerPart> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let pending = '';
  let isWhole = false;
  /** Characters of all texts, and of those before the open one, from whose start the server counts. */
  let [length, before] = [0, 0];
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done && isWhole) return;
      if (done) throw new Error('The stream ended early.');
      const events = (pending + value).split('\n\n');
      pending = events.pop()!;
      for (const event of events) {
        if (event === 'data: [DONE]') isWhole = true;
        if (!event.startsWith('data: {')) continue;
        const chunk = JSON.parse(event.slice(6)) as Chunk;
        if (chunk.type === 'text-start') before = length;
        length += chunk.delta?.length ?? 0;
        const part = toPart(chunk, before);
        if (part !== undefined) yield part;
      }
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

type Chunk = {
  type: string;
  messageId?: string;
  messageMetadata?: { threadId?: string; outcome?: Outcome };
  input?: { query?: unknown };
  delta?: string;
  url?: string;
  title?: string;
  data?: { suggestions?: Suggestion[] } | Support[];
  errorText?: string;
};

function toPart(chunk: Chunk, before: number): AnswerPart | undefined {
  switch (chunk.type) {
    case 'start':
      return {
        type: 'started',
        messageId: chunk.messageId ?? '',
        threadId: chunk.messageMetadata?.threadId ?? null,
      };
    case 'tool-input-available':
      return typeof chunk.input?.query === 'string'
        ? { type: 'search', query: chunk.input.query }
        : undefined;
    case 'text-delta':
      return { type: 'text', delta: chunk.delta ?? '' };
    case 'source-url':
      return { type: 'source', source: { url: chunk.url ?? '', title: chunk.title ?? '' } };
    case 'data-suggestions':
      return { type: 'suggestions', suggestions: (chunk.data as { suggestions: Suggestion[] }).suggestions };
    case 'data-citations':
      return {
        type: 'supports',
        supports: (chunk.data as Support[]).map((one) => ({
          ...one,
          before,
          citedText: one.citedText?.slice(0, 300),
        })),
      };
    case 'error':
      return { type: 'error', message: chunk.errorText ?? '' };
    case 'abort':
      return { type: 'stopped' };
    case 'finish':
      return { type: 'finish', outcome: chunk.messageMetadata?.outcome };
    default:
      return undefined;
  }
}
