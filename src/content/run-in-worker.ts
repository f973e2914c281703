import { availableParallelism } from 'node:os';
import { entryPoint } from '../lib/entry-point.ts';
import { type Excess, openSandbox } from '../lib/sandbox/sandbox.ts';
import type { Task, TaskResult } from './parse-worker.ts';

/** Concurrent tasks. */
export const workerCount = Math.min(2, availableParallelism());

/** Megabytes of heap; only hostile content needs more. */
const maxMegabytes = 512;

// One sandbox for the whole process, because starting a worker takes longer than most pages.
const sandbox = openSandbox<Task, unknown>(entryPoint(new URL('./parse-worker.ts', import.meta.url)), {
  size: workerCount,
  maxMegabytes,
});

/**
 * Runs a task over content in a sandboxed process. Returns its result, or the limit that it exceeded; `cpuLimit` is in
 * milliseconds of CPU. Waits for a free process.
 */
export function runInWorker<T extends Task>(task: T, cpuLimit: number): Promise<TaskResult<T> | Excess> {
  return sandbox.run(task, cpuLimit) as Promise<TaskResult<T> | Excess>;
}
