import { Worker } from 'node:worker_threads';
import { EmbeddingError } from './embedding-error.ts';
import type { MiniLmReply, MiniLmRequest, MiniLmWorkerData } from './minilm-worker.ts';

/** A worker thread that has the model loaded. */
export type MiniLmThread = {
  ready: Promise<void>;
  embed: (texts: string[]) => Promise<Float32Array[]>;
  stop: () => Promise<void>;
};

/** Milliseconds that a thread gets to end by itself. */
const longestStop = 10_000;

type Waiting = { resolve: (vectors: Float32Array[]) => void; reject: (error: Error) => void };

/** Starts a thread. When it cannot load the model, or dies, everything asked of it rejects with an EmbeddingError. */
export function startMiniLmThread(data: MiniLmWorkerData): MiniLmThread {
  const worker = new Worker(new URL('./minilm-worker.ts', import.meta.url), { workerData: data });
  worker.unref();
  const waiting = new Map<number, Waiting>();
  const { promise: ready, resolve: setReady, reject: setFailed } = Promise.withResolvers<void>();
  ready.catch(() => undefined);
  let failure: EmbeddingError | undefined;
  let lastId = 0;

  function fail(error: EmbeddingError): void {
    failure ??= error;
    setFailed(failure);
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
    void worker.terminate();
  }

  worker.on('message', (reply: MiniLmReply) => {
    if ('ready' in reply) return setReady();
    if ('failed' in reply) return fail(new EmbeddingError(reply.failed));
    waiting.get(reply.id)?.resolve(reply.vectors);
    waiting.delete(reply.id);
    if (waiting.size === 0) worker.unref();
  });
  worker.on('error', (error) => fail(new EmbeddingError('The embedding model stopped.', error)));
  worker.on('exit', () => fail(new EmbeddingError('The embedding model has been closed.')));

  return {
    ready,
    async embed(texts) {
      if (failure) throw failure;
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>();
      const request = { id: ++lastId, texts } satisfies MiniLmRequest;
      waiting.set(request.id, { resolve, reject });
      worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      worker.postMessage(request);
      return promise;
    },
    async stop() {
      if (failure) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      worker.once('exit', () => resolve());
      worker.ref();
      // Terminating a thread in the middle of a run aborts the whole process, so it ends by itself after its text.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      worker.postMessage('stop' satisfies MiniLmRequest);
      const limit = setTimeout(() => void worker.terminate(), longestStop);
      await promise;
      clearTimeout(limit);
    },
  };
}
