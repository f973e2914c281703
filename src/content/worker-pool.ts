import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../lib/compile-cache.ts';
import type { Order, Task, TaskResult } from './parse-worker.ts';

/** Megabytes of heap. Content that needs more is hostile. */
const workerMemory = 512;

/** Runs tasks over content in processes of their own. */
export type WorkerPool = {
  size: number;
  /** The task's result, or what it had too much of; `cpuLimit` is in milliseconds of CPU. Waits for a free worker. */
  run: <T extends Task>(task: T, cpuLimit: number) => Promise<TaskResult<T> | Excess>;
  close: () => void;
};

type Excess = { excess: 'time' | 'memory' };

type Slot = { worker: ChildProcess; ready: Promise<unknown> };

/**
 * Starts `size` workers. Parsers of content run in processes, with no environment to speak of and under a limit of CPU time: a
 * thread that runs out of memory can take the whole server with it (it does with 20,000 nested quotes), and so can never
 * be trusted with content. A worker that had too much is replaced.
 */
export function openWorkers(size: number): WorkerPool {
  const slots: Slot[] = Array.from({ length: size }, startWorker);
  const idle = [...slots];
  const waiting: ((slot: Slot) => void)[] = [];
  return {
    size,
    async run(task, cpuLimit) {
      const slot = idle.pop() ?? (await new Promise<Slot>((resolve) => void waiting.push(resolve)));
      try {
        return await runIn(slot, task, cpuLimit);
      } finally {
        const next = waiting.shift();
        if (next === undefined) idle.push(slot);
        else next(slot);
      }
    },
    close() {
      for (const slot of slots) {
        // One that ends by itself keeps its compiled code for the next.
        if (idle.includes(slot) && slot.worker.connected) slot.worker.disconnect();
        else slot.worker.kill('SIGKILL');
      }
    },
  };
}

function startWorker(): Slot {
  const worker = fork(fileURLToPath(new URL('./parse-worker.ts', import.meta.url)), {
    env: compileCache(),
    execArgv: [`--max-old-space-size=${workerMemory}`],
    serialization: 'advanced',
    stdio: 'ignore',
  });
  const died = once(worker, 'exit').then(() => Promise.reject(new Error('a parse worker did not start')));
  const ready = Promise.race([once(worker, 'message'), died]);
  // Nobody waits for a worker that is stopped before its first task.
  ready.catch(() => undefined);
  return { worker, ready };
}

async function runIn<T extends Task>(slot: Slot, task: T, cpuLimit: number): Promise<TaskResult<T> | Excess> {
  // It may have died while nobody looked.
  if (hasEnded(slot.worker)) Object.assign(slot, startWorker());
  const { worker, ready } = slot;
  await ready;
  return new Promise((resolve) => {
    const onMessage = (result: TaskResult<T>): void => {
      worker.off('exit', onExit);
      resolve(result);
    };
    const onExit = (code: number | null, signal: string | null): void => {
      worker.off('message', onMessage);
      Object.assign(slot, startWorker());
      // Windows knows no signals: who is ended by one has the code 1.
      resolve({ excess: signal === 'SIGTERM' || code === 1 ? 'time' : 'memory' });
    };
    worker.once('message', onMessage).once('exit', onExit);
    // What cannot be sent has no result: the worker is ended, and its exit is the answer.
    worker.send({ task, cpuLimit } satisfies Order, (error) => void (error && worker.kill('SIGKILL')));
  });
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
