import { ownPage, readError, RequestError } from '../../api/request.ts';
import type { Exchange } from './exchange.ts';
import type { PointOfView } from './point-of-view.ts';
import { type AnswerPart, readAnswer } from './read-answer.ts';

/** The id and key with which the next question joins the thread. */
export type Thread = { id: string; key: string | null };

/** Who answers: a project or its preview, with the server's models or one of them. */
export type Answerer = { domain: string; model?: string };

type Asking = {
  answerer: Answerer;
  view: PointOfView;
  exchange: Exchange;
  earlier: Exchange[];
  thread: Thread | undefined;
  signal: AbortSignal;
  onThread(thread: Thread): void;
  onChange(exchange: Exchange): void;
};

/** The `fp` of the playground, for the list of earlier conversations. */
export const playgroundFp = 'playground';

/** Calls the real endpoint, as an app with AI SDK 5 would, and reports each change. */
export async function ask(asking: Asking): Promise<void> {
  const sentAt = performance.now();
  let { exchange } = asking;
  const change = (changes: Partial<Exchange>) => {
    exchange = { ...exchange, ...changes };
    asking.onChange(exchange);
  };
  change({});
  try {
    const response = await send(asking);
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

async function send({
  answerer,
  view,
  exchange,
  earlier,
  thread,
  signal,
  onThread,
}: Asking): Promise<Response> {
  const response = await fetch(`/discovery/v2/assistant/${answerer.domain}/message`, {
    method: 'POST',
    signal,
    headers: {
      ...ownPage,
      'content-type': 'application/json',
      ...(answerer.model !== undefined && { 'x-docent-model': answerer.model }),
    },
    body: JSON.stringify({
      fp: playgroundFp,
      citations: 'data',
      ...(thread && { threadId: thread.id, ...(thread.key !== null && { threadKey: thread.key }) }),
      messages: [...earlier.filter(({ text }) => text !== '').flatMap(toMessages), toMessages(exchange)[0]],
      ...(view.page !== undefined && { currentPath: view.page }),
      filter: filterOf(view),
    }),
  });
  if (!response.ok) throw await readError(response);
  const id = response.headers.get('x-thread-id');
  if (id !== null && id !== thread?.id) onThread({ id, key: response.headers.get('x-thread-key') });
  return response;
}

/** The part of a point of view that filters pages. */
export function filterOf({ language, version, groups }: PointOfView) {
  return { language, version, groups: groups?.split(',').map((group) => group.trim()) };
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
    case 'supports':
      return { timings, supports: [...exchange.supports, ...part.supports] };
    case 'error':
      return { timings, error: part.message };
  }
}
