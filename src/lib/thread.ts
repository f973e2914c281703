import { Worker } from 'node:worker_threads';
import { compileCache } from './compile-cache.ts';
import type { ThreadReply, ThreadRequest } from './serve-thread.ts';

/** A worker thread that answers requests; while idle it does not keep the process alive. */
export type Thread<Request, Answer> = {
  /** @throws Error the thread's error, or that the thread has ended */
  ask(request: Request): Promise<Answer>;
  /** Ends the thread after its current requests. */
  stop(): Promise<void>;
};

/** Milliseconds for a thread to end by itself. */
const maxStop = 10_000;

/**
 * Starts a thread from a module that calls `serveThread`.
 * @param name the thread's name in errors
 * @param options.onFailure told when the thread ends by an error
 * @param options.youngMegabytes of short-lived objects; V8's own limit, made for a process's main thread, is 192 and soon
 *   reached
 */
export function startThread<Request, Answer>(
  name: string,
  module: URL,
  workerData: unknown,
  {
    onFailure = () => {},
    youngMegabytes = 24,
  }: { onFailure?: (error: Error) => void; youngMegabytes?: number } = {},
): Thread<Request, Answer> {
  const resourceLimits = { maxYoungGenerationSizeMb: youngMegabytes };
  const worker = new Worker(module, { workerData, env: compileCache(), resourceLimits });
  worker.unref();
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  let ended: Error | undefined;
  let lastId = 0;

  function end(error: Error): void {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  }

  worker.on('message', (reply: ThreadReply<Answer>) => {
    const asker = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) worker.unref();
    if ('error' in reply) asker?.reject(new Error(reply.error));
    else asker?.resolve(reply.answer);
  });
  worker.on('error', (cause) => {
    end(new Error(`The ${name} stopped.`, { cause }));
    onFailure(ended!);
  });
  worker.on('exit', () => end(new Error(`The ${name} has been closed.`)));
  const send = (request: ThreadRequest<Request>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.postMessage(request);
  };

  return {
    async ask(request) {
      if (ended) throw ended;
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      worker.ref();
      send({ id, request });
      return promise;
    },
    async stop() {
      if (ended) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      worker.once('exit', () => resolve());
      worker.ref();
      // Terminating a thread in the middle of native code can abort the whole process.
      send('stop');
      const limit = setTimeout(() => void worker.terminate(), maxStop);
      await promise;
      clearTimeout(limit);
    },
  };
}
