import { availableParallelism } from 'node:os';
import { entryPoint } from '../lib/entry-point.ts';
import { type Excess, type Held, openSandbox } from '../lib/sandbox/sandbox.ts';
import type { Task, TaskResult } from './worker-tasks.ts';

/** Concurrent tasks. */
export const workerCount = Math.min(2, availableParallelism());

/** Megabytes of heap; only hostile content needs more. */
export const maxMegabytes = 512;

/** Milliseconds of CPU to load code. */
const startLimit = 5_000;

// One sandbox for the whole process, because starting a worker takes longer than most pages.
const sandbox = openSandbox<Task, unknown>(entryPoint(new URL('./parse-worker.ts', import.meta.url)), {
  size: workerCount,
  maxMegabytes,
});

let starting: Promise<unknown> = Promise.resolve();

/** Runs a task over content: its result, or the limit that it exceeded. `cpuLimit` is in milliseconds of CPU. */
export type RunTask = <T extends Task>(task: T, cpuLimit: number) => Promise<TaskResult<T> | Excess>;

/** Runs a task in a sandboxed process. Waits for a free process. */
export const runInWorker: RunTask = async <T extends Task>(task: T, cpuLimit: number) => {
  await starting;
  return (await sandbox.run(task, cpuLimit)) as TaskResult<T> | Excess;
};

/** Takes a process for a reading of its own. */
export async function holdWorker(): Promise<Held<Task, unknown>> {
  await starting;
  return sandbox.hold();
}

/**
 * Starts a process before there is a task, because loading its code takes longer than a hundred pages. Tasks wait for it:
 * the first ones would start another.
 * @param finisher as for `parsePages`
 */
export function startWorker(finisher: URL): void {
  const task: Task = { kind: 'load', finisher: finisher.href };
  // One that cannot start fails the first task with pages, too, which reports it.
  starting = sandbox.run(task, startLimit).catch(() => undefined);
}
