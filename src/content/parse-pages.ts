import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { parsePlainPage, type PageSource, type ParsedFile } from './parse-page.ts';

export type ParseOptions = {
  /** Milliseconds that one page may take; then it is indexed as plain text. */
  timeLimit?: number | undefined;
  signal?: AbortSignal | undefined;
};

const defaultTimeLimit = 5000;

/** Starting a second worker pays from about this many pages on. */
const pagesPerWorker = 40;

const mostWorkers = 2;

/** Megabytes of heap. A page that needs more is hostile. */
const workerMemory = 512;

type Slot = { worker: Worker };

/**
 * Parses pages in worker threads, so that no page can hang or exhaust the process: one that takes too long or too
 * much memory loses its worker and is indexed as plain text, with a warning. Pages come in the order they are done.
 * Rejects with the signal's reason when aborted.
 */
export async function* parsePages(
  sources: AsyncIterable<PageSource>,
  count: number,
  { timeLimit = defaultTimeLimit, signal }: ParseOptions = {},
): AsyncGenerator<ParsedFile> {
  const wanted = Math.min(mostWorkers, availableParallelism(), Math.ceil(count / pagesPerWorker));
  const idle: Slot[] = Array.from({ length: wanted }, () => ({ worker: startWorker() }));
  const running = new Map<Slot, Promise<{ slot: Slot; parsed: ParsedFile }>>();
  const settle = async (): Promise<ParsedFile> => {
    const { slot, parsed } = await Promise.race(running.values());
    running.delete(slot);
    idle.push(slot);
    return parsed;
  };
  try {
    for await (const source of sources) {
      if (idle.length === 0) yield await settle();
      signal?.throwIfAborted();
      const slot = idle.pop() ?? { worker: startWorker() };
      running.set(
        slot,
        runIn(slot, source, timeLimit).then((parsed) => ({ slot, parsed })),
      );
    }
    while (running.size > 0) yield await settle();
  } finally {
    await Promise.all([...idle, ...running.keys()].map(({ worker }) => worker.terminate()));
  }
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: workerMemory },
  });
  worker.unref();
  return worker;
}

/** The worker's answer for one page. A worker that dies or is too slow is replaced in its slot. */
function runIn(slot: Slot, source: PageSource, timeLimit: number): Promise<ParsedFile> {
  const { worker } = slot;
  return new Promise((resolve) => {
    const onMessage = (parsed: ParsedFile): void => {
      stopWaiting();
      resolve(parsed);
    };
    const giveUp = (reason: string): void => {
      stopWaiting();
      worker.on('error', () => undefined);
      void worker.terminate();
      slot.worker = startWorker();
      resolve(parsePlainPage(source, `It takes too much ${reason} to parse; it was read as plain text.`));
    };
    const onError = (): void => giveUp('memory');
    const timer = setTimeout(giveUp, timeLimit, 'time');
    const stopWaiting = (): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError);
    };
    worker.on('message', onMessage).on('error', onError);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.postMessage(source);
  });
}
