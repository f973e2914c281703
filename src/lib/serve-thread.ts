import { parentPort } from 'node:worker_threads';

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
  const reply = (message: ThreadReply<Answer>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    port.postMessage(message);
  };
  port.on('message', async (message: ThreadRequest<Request>) => {
    if (message === 'stop') {
      stop.abort();
      return port.close();
    }
    const { id, request } = message;
    try {
      reply({ id, answer: await answer(request, stop.signal) });
    } catch (error) {
      reply({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
}
