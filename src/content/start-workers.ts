import { runInWorker, workerCount } from './run-in-worker.ts';

/** Milliseconds of CPU. */
const limit = 5_000;

/**
 * Starts the processes that parse pages before there are any, because loading their code takes longer than a hundred
 * pages.
 * @param finisher as for `parsePages`
 */
export function startWorkers(finisher: URL): void {
  for (let nth = 0; nth < workerCount; nth++)
    // A process that cannot start fails the first task with pages, too, which reports it.
    runInWorker({ kind: 'pages', sources: [], finisher: finisher.href }, limit).catch(() => undefined);
}
