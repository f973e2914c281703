import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parsePlainPage, type PageSource, type ParsedFile } from './parse-page.ts';

export type ParseOptions = {
  /** Milliseconds that one page may take; then it is read as plain text. */
  timeLimit?: number | undefined;
  signal?: AbortSignal | undefined;
};

const defaultTimeLimit = 5000;

/** Starting a second worker pays from about this many pages on. */
const pagesPerWorker = 40;

const mostWorkers = 2;

/** Megabytes of heap. A page that needs more is hostile. */
const workerMemory = 512;

/**
 * A place for a worker. Workers are processes of their own, with no environment: a thread that runs out of memory
 * can take the whole process with it (it does with 20,000 nested quotes), and so can never be trusted with content.
 */
type Slot = { worker: ChildProcess; ready: Promise<unknown> };

/**
 * Parses pages in workers, so that no page can hang or exhaust this process: one that takes too much time or memory
 * loses its worker and is read as plain text, with a warning. Pages come in the order they are done.
 * Rejects with the signal's reason when aborted.
 */
export async function* parsePages(
  sources: AsyncIterable<PageSource>,
  count: number,
  { timeLimit = defaultTimeLimit, signal }: ParseOptions = {},
): AsyncGenerator<ParsedFile> {
  const wanted = Math.min(mostWorkers, availableParallelism(), Math.ceil(count / pagesPerWorker));
  const idle: Slot[] = Array.from({ length: wanted }, startWorker);
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
      const slot = idle.pop();
      if (slot === undefined) throw new Error('every worker is busy');
      running.set(
        slot,
        runIn(slot, source, timeLimit).then((parsed) => ({ slot, parsed })),
      );
    }
    while (running.size > 0) yield await settle();
  } finally {
    for (const { worker } of [...idle, ...running.keys()]) worker.kill('SIGKILL');
  }
}

function startWorker(): Slot {
  const worker = fork(fileURLToPath(new URL('./parse-worker.ts', import.meta.url)), {
    env: {},
    execArgv: [`--max-old-space-size=${workerMemory}`],
    serialization: 'advanced',
    stdio: 'ignore',
  });
  const died = once(worker, 'exit').then(() => Promise.reject(new Error('a parse worker did not start')));
  const ready = Promise.race([once(worker, 'message'), died]);
  // Nobody waits for a worker that is stopped before its first page.
  ready.catch(() => undefined);
  return { worker, ready };
}

/** The worker's answer for one page. A worker that dies or is too slow is replaced in its slot. */
async function runIn(slot: Slot, source: PageSource, timeLimit: number): Promise<ParsedFile> {
  const { worker, ready } = slot;
  await ready;
  return new Promise((resolve) => {
    const onMessage = (parsed: ParsedFile): void => {
      stopWaiting();
      resolve(parsed);
    };
    const giveUp = (reason: string): void => {
      stopWaiting();
      worker.kill('SIGKILL');
      Object.assign(slot, startWorker());
      resolve(parsePlainPage(source, `It takes too much ${reason} to parse; it was read as plain text.`));
    };
    const onExit = (): void => giveUp('memory');
    const timer = setTimeout(giveUp, timeLimit, 'time');
    const stopWaiting = (): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('exit', onExit);
    };
    worker.on('message', onMessage).on('exit', onExit);
    // A worker that died while it was idle cannot be written to; the time limit ends the wait for it.
    worker.send(source, () => undefined);
  });
}
