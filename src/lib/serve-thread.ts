import { parentPort } from 'node:worker_threads';
import { createOutbox } from './outbox.ts';

export type ThreadRequest<Request> = { id: number; request: Request } | 'stop';
export type ThreadReply<Answer> = { id: number; answer: Answer } | { id: number; error: string };

/**
 * Answers the requests of `startThread` in this thread. An error of `answer` rejects the request with its message.
 * @param answer gets a signal that aborts when the thread should end
 */
export function serveThread<Request, Answer>(
  answer: (request: Request, signal: AbortSignal) => Promise<Answer>,
): void {
  const port = parentPort!;
  const stop = new AbortController();
  const reply = createOutbox<ThreadReply<Answer>>((replies) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    port.postMessage(replies);
  });
  const serve = async (message: ThreadRequest<Request>) => {
    if (message === 'stop') {
      stop.abort();
      // After the replies of this turn.
      return setImmediate(() => port.close());
    }
    const { id, request } = message;
    try {
      reply({ id, answer: await answer(request, stop.signal) });
    } catch (error) {
      reply({ id, error: error instanceof Error ? error.message : String(error) });
    }
  };
  port.on('message', (messages: ThreadRequest<Request>[]) => messages.forEach(serve));
}
