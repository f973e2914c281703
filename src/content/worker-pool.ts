import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Task, TaskResult } from './parse-worker.ts';

/** Megabytes of heap. Content that needs more is hostile. */
const workerMemory = 512;

/** Runs tasks over content in processes of their own. */
export type WorkerPool = {
  /** The task's result, or what it had too much of; `timeLimit` is in milliseconds. Waits for a free worker. */
  run: <T extends Task>(task: T, timeLimit: number) => Promise<TaskResult<T> | Excess>;
  close: () => void;
};

export type Excess = { excess: 'time' | 'memory' };

type Slot = { worker: ChildProcess; ready: Promise<unknown> };

/**
 * Starts `size` workers. Parsers of content run in processes, with no environment to speak of and under a time limit: a
 * thread that runs out of memory can take the whole server with it (it does with 20,000 nested quotes), and so can never
 * be trusted with content. A worker that had too much is replaced.
 */
export function openWorkers(size: number): WorkerPool {
  const slots: Slot[] = Array.from({ length: size }, startWorker);
  const idle = [...slots];
  const waiting: ((slot: Slot) => void)[] = [];
  return {
    async run(task, timeLimit) {
      const slot = idle.pop() ?? (await new Promise<Slot>((resolve) => void waiting.push(resolve)));
      try {
        return await runIn(slot, task, timeLimit);
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

/** All of the environment that a worker gets: where this process keeps compiled code, to start in half the time. */
function compileCache(): Record<string, string> {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

async function runIn<T extends Task>(
  slot: Slot,
  task: T,
  timeLimit: number,
): Promise<TaskResult<T> | Excess> {
  const { worker, ready } = slot;
  await ready;
  return new Promise((resolve) => {
    const onMessage = (result: TaskResult<T>): void => {
      stopWaiting();
      resolve(result);
    };
    const giveUp = (excess: Excess['excess']): void => {
      stopWaiting();
      worker.kill('SIGKILL');
      Object.assign(slot, startWorker());
      resolve({ excess });
    };
    const onExit = (): void => giveUp('memory');
    const timer = setTimeout(giveUp, timeLimit, 'time');
    const stopWaiting = (): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('exit', onExit);
    };
    worker.on('message', onMessage).on('exit', onExit);
    // A worker that died while it was idle cannot be written to; the time limit ends the wait for it.
    worker.send(task, () => undefined);
  });
}
