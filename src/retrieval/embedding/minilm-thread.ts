import { entryPoint } from '../../lib/entry-point.ts';
import { startThread } from '../../lib/thread.ts';
import { EmbeddingError } from './embedding-error.ts';
import type { MiniLmWorkerData } from './minilm-worker.ts';

/** A worker thread that loads the model on first use. */
export type MiniLmThread = {
  /** @throws EmbeddingError when it cannot load the model, or died */
  embed: (texts: string[]) => Promise<Float32Array[]>;
  stop: () => Promise<void>;
};

export function startMiniLmThread(data: MiniLmWorkerData): MiniLmThread {
  const module = entryPoint(new URL('./minilm-worker.ts', import.meta.url));
  const thread = startThread<string[], Float32Array[]>('embedding model', module, data);
  return {
    embed: (texts) =>
      thread.ask(texts).catch((error: Error) => {
        throw new EmbeddingError(error.message, error.cause);
      }),
    stop: () => thread.stop(),
  };
}
