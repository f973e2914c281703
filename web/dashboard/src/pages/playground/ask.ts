import { ownPage, readError, RequestError } from '../../api/request.ts';
import type { Citation } from '../../../../../src/protocol/manage/conversation-schema.ts';
import { type AnswerPart, readAnswer, type Retrieved } from './read-answer.ts';

/** A question of the playground and what came back so far. */
export type Exchange = {
  id: string;
  question: string;
  messageId: string;
  text: string;
  queries: string[];
  retrieved: Retrieved[];
  sources: Citation[];
  /** Milliseconds since the question was sent. */
  timings: { firstEventMs?: number; firstTextMs?: number; totalMs?: number };
  state: 'asking' | 'done' | 'stopped' | 'failed';
  error: string | undefined;
};

/** What makes the next question join the same thread. */
export type Thread = { id: string; key: string | null };

type Asking = {
  domain: string;
  question: string;
  earlier: Exchange[];
  thread: Thread | undefined;
  signal: AbortSignal;
  onThread(thread: Thread): void;
  onChange(exchange: Exchange): void;
};

/** Asks the real endpoint, as an app of AI SDK 5 would, and reports each change. */
export async function ask(asking: Asking): Promise<void> {
  const sentAt = performance.now();
  let exchange = newExchange(asking.question);
  const change = (changes: Partial<Exchange>) => {
    exchange = { ...exchange, ...changes };
    asking.onChange(exchange);
  };
  change({});
  try {
    const response = await send(asking, exchange);
    for await (const part of readAnswer(response.body!)) {
      change(apply(exchange, part, performance.now() - sentAt));
    }
    change({
      state: exchange.error === undefined ? 'done' : 'failed',
      timings: { ...exchange.timings, totalMs: performance.now() - sentAt },
    });
  } catch (error) {
    if (asking.signal.aborted) change({ state: 'stopped' });
    else
      change({
        state: 'failed',
        error: error instanceof RequestError ? error.message : 'The connection broke.',
      });
  }
}

async function send({ domain, earlier, thread, signal, onThread }: Asking, now: Exchange): Promise<Response> {
  const response = await fetch(`/discovery/v2/assistant/${domain}/message`, {
    method: 'POST',
    signal,
    headers: { ...ownPage, 'content-type': 'application/json' },
    body: JSON.stringify({
      fp: 'playground',
      ...(thread && { threadId: thread.id, ...(thread.key !== null && { threadKey: thread.key }) }),
      messages: [...earlier.filter(({ text }) => text !== '').flatMap(toMessages), toMessages(now)[0]],
    }),
  });
  if (!response.ok) throw await readError(response);
  const id = response.headers.get('x-thread-id');
  if (id !== null && id !== thread?.id) onThread({ id, key: response.headers.get('x-thread-key') });
  return response;
}

function toMessages({ id, question, text }: Exchange) {
  return [
    { id: `${id}-q`, role: 'user', parts: [{ type: 'text', text: question }] },
    { id: `${id}-a`, role: 'assistant', parts: [{ type: 'text', text }] },
  ];
}

function apply(exchange: Exchange, part: AnswerPart, ms: number): Partial<Exchange> {
  const timings = { firstEventMs: ms, ...exchange.timings };
  switch (part.type) {
    case 'started':
      return { timings, messageId: part.messageId };
    case 'query':
      return { timings, queries: [...exchange.queries, part.query] };
    case 'retrieved':
      return { timings, retrieved: [...exchange.retrieved, ...part.results] };
    case 'text':
      return { timings: { firstTextMs: ms, ...timings }, text: exchange.text + part.delta };
    case 'source':
      return { timings, sources: [...exchange.sources, part.source] };
    case 'error':
      return { timings, error: part.message };
  }
}

function newExchange(question: string): Exchange {
  return {
    id: crypto.randomUUID(),
    question,
    messageId: '',
    text: '',
    queries: [],
    retrieved: [],
    sources: [],
    timings: {},
    state: 'asking',
    error: undefined,
  };
}
