import { availableParallelism } from 'node:os';
import { entryPoint } from '../lib/entry-point.ts';
import { type Excess, openSandbox } from '../lib/sandbox/sandbox.ts';
import type { Task, TaskResult } from './parse-worker.ts';

/** Concurrent tasks. */
export const workerCount = Math.min(2, availableParallelism());

/** Megabytes of heap; only hostile content needs more. */
const maxMegabytes = 512;

/** Milliseconds of CPU to start with no pages. */
const startLimit = 5_000;

// One sandbox for the whole process, because starting a worker takes longer than most pages.
const sandbox = openSandbox<Task, unknown>(entryPoint(new URL('./parse-worker.ts', import.meta.url)), {
  size: workerCount,
  maxMegabytes,
});

let starting: Promise<unknown> = Promise.resolve();

/**
 * Runs a task over content in a sandboxed process. Returns its result, or the limit that it exceeded; `cpuLimit` is in
 * milliseconds of CPU. Waits for a free process.
 */
export async function runInWorker<T extends Task>(
  task: T,
  cpuLimit: number,
): Promise<TaskResult<T> | Excess> {
  await starting;
  return (await sandbox.run(task, cpuLimit)) as TaskResult<T> | Excess;
}

/**
 * Starts a process before there is a task, because loading its code takes longer than a hundred pages. Tasks wait for it:
 * the first ones would start another.
 * @param finisher as for `parsePages`
 */
export function startWorker(finisher: URL): void {
  const none: Task = { kind: 'pages', sources: [], finisher: finisher.href };
  // One that cannot start fails the first task with pages, too, which reports it.
  starting = sandbox.run(none, startLimit).catch(() => undefined);
}
