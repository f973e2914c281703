import { availableParallelism } from 'node:os';
import { type Excess, openSandbox } from '../lib/sandbox/sandbox.ts';
import type { Task, TaskResult } from './parse-worker.ts';

/** How many tasks run at once. */
export const workerCount = Math.min(2, availableParallelism());

/** Megabytes of heap. Content that needs more is hostile. */
const maxMegabytes = 512;

// One for all that this process reads: to start a worker takes longer than most pages do.
const sandbox = openSandbox<Task, unknown>(new URL('./parse-worker.ts', import.meta.url), {
  size: workerCount,
  maxMegabytes,
});

/**
 * The result of a task over content, which is done in a sandboxed process, or what it had too much of; `cpuLimit` is
 * in milliseconds of CPU. Waits for a free process.
 */
export function runInWorker<T extends Task>(task: T, cpuLimit: number): Promise<TaskResult<T> | Excess> {
  return sandbox.run(task, cpuLimit) as Promise<TaskResult<T> | Excess>;
}
