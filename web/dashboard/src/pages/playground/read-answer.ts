import { readEvents } from '../../api/event-stream.ts';
import type { Support } from '../../../../widget/src/chat/types.ts';
import type { Citation } from '../../../../../src/protocol/manage/conversation-schema.ts';

/** The sections that an answer's search gave to the model. */
export type Retrieved = {
  path: string;
  url: string;
  content: string;
  title: string;
  score: number | undefined;
};

export type AnswerPart =
  | { type: 'started'; messageId: string }
  | { type: 'query'; query: string }
  | { type: 'retrieved'; results: Retrieved[] }
  | { type: 'text'; delta: string }
  | { type: 'source'; source: Citation }
  | { type: 'supports'; supports: Support[] }
  | { type: 'error'; message: string };

/** Parses the parts of a v2 answer; parts that this page does not show are ignored. */
export async function* readAnswer(body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerPart> {
  /** Characters of all texts, and of those before the open one, from whose start the server counts. */
  let [length, before] = [0, 0];
  for await (const { data } of readEvents(body)) {
    if (data === '[DONE]') return;
    const chunk = JSON.parse(data) as Chunk;
    if (chunk.type === 'text-start') before = length;
    length += chunk.delta?.length ?? 0;
    const part = toPart(chunk, before);
    if (part !== undefined) yield part;
  }
}

/** A result in the API's format, of a search or within an answer. */
export type SearchResult = {
  path: string;
  url?: string;
  content: string;
  metadata?: { title?: string; url?: string; score?: number };
};

type Chunk = {
  type: string;
  messageId?: string;
  input?: { query?: string };
  output?: SearchResult[];
  delta?: string;
  url?: string;
  title?: string;
  data?: unknown;
  errorText?: string;
};

function toPart(chunk: Chunk, before: number): AnswerPart | undefined {
  switch (chunk.type) {
    case 'start':
      return { type: 'started', messageId: chunk.messageId ?? '' };
    case 'tool-input-available':
      return { type: 'query', query: chunk.input?.query ?? '' };
    case 'tool-output-available':
      return { type: 'retrieved', results: Array.isArray(chunk.output) ? chunk.output.map(toRetrieved) : [] };
    case 'text-delta':
      return { type: 'text', delta: chunk.delta ?? '' };
    case 'source-url':
      return { type: 'source', source: { url: chunk.url ?? '', title: chunk.title ?? '' } };
    case 'data-citations':
      return { type: 'supports', supports: (chunk.data as Support[]).map((one) => ({ ...one, before })) };
    case 'error':
      return { type: 'error', message: chunk.errorText ?? 'The answer failed.' };
    default:
      return undefined;
  }
}

export function toRetrieved({ path, url, content, metadata }: SearchResult): Retrieved {
  const { title = path, score } = metadata ?? {};
  return { path, url: url ?? metadata?.url ?? '', content, title, score };
}
