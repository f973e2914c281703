import { type Excess, openSandbox } from '../lib/sandbox/sandbox.ts';
import type { Task, TaskResult } from './parse-worker.ts';

/** Megabytes of heap. Content that needs more is hostile. */
const maxMegabytes = 512;

/** Runs tasks over content in sandboxed processes. */
export type WorkerPool = {
  size: number;
  /** The task's result, or what it had too much of; `cpuLimit` is in milliseconds of CPU. Waits for a free worker. */
  run: <T extends Task>(task: T, cpuLimit: number) => Promise<TaskResult<T> | Excess>;
  close: () => void;
};

/** Up to `size` workers. */
export function openWorkers(size: number): WorkerPool {
  return openSandbox(new URL('./parse-worker.ts', import.meta.url), { size, maxMegabytes }) as WorkerPool;
}
