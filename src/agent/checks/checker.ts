/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { Worker } from 'node:worker_threads';
import { blobId } from '../../forges/objects.ts';
import type { CheckResult, CheckTask } from './check-tasks.ts';

/** A page took more time or memory than any honest page does, or broke a parser. */
export class CheckFailure extends Error {}

/** Runs check tasks one after another in a worker thread with limits; results are kept by content. */
export type Checker = {
  /** @throws CheckFailure */
  run<Task extends CheckTask>(task: Task, path: string, text: string): Promise<CheckResult<Task>>;
  close(): Promise<void>;
};

/** Milliseconds for one page; a page of 500 KB takes well under a second. */
const taskTimeout = 10_000;
const idleTimeout = 60_000;
const memoryMb = 512;
const mostKept = 20_000;

type Answer = { id: number; result: unknown; failure?: string };
type Pending = {
  id: number;
  resolve(result: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
};

export function createChecker(limits: { taskTimeout?: number } = {}): Checker {
  const kept = new Map<string, unknown>();
  let worker: Promise<Worker> | undefined;
  let pending: Pending | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let nextId = 0;
  const idle = setTimeout(() => void stop(), idleTimeout).unref();

  async function stop(): Promise<void> {
    const stopped = worker;
    worker = undefined;
    await stopped?.then(
      (thread) => thread.terminate(),
      () => {},
    );
  }

  function fail(message: string): void {
    const failed = pending;
    pending = undefined;
    clearTimeout(failed?.timer);
    void stop();
    failed?.reject(new CheckFailure(message));
  }

  function start(): Promise<Worker> {
    const thread = new Worker(new URL('./check-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      env: {},
    });
    thread.unref();
    return new Promise((resolve, reject) => {
      thread.on('error', (error) => {
        worker = undefined;
        reject(error);
        fail(error.message);
      });
      thread.on('message', (message: 'ready' | Answer) =>
        message === 'ready' ? resolve(thread) : settle(message),
      );
    });
  }

  function settle({ id, result, failure }: Answer): void {
    if (pending?.id !== id) return;
    const { resolve, reject, timer } = pending;
    pending = undefined;
    clearTimeout(timer);
    if (failure === undefined) resolve(result);
    else reject(new CheckFailure(failure));
  }

  async function post(task: CheckTask, path: string, text: string): Promise<unknown> {
    const thread = await (worker ??= start());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => fail('it takes too long to read'), limits.taskTimeout ?? taskTimeout);
      pending = { id: ++nextId, resolve, reject, timer };
      idle.refresh();
      thread.postMessage({ id: pending.id, task, path, text });
    });
  }

  return {
    async run<Task extends CheckTask>(task: Task, path: string, text: string) {
      const key = `${task} ${path} ${blobId(Buffer.from(text))}`;
      if (kept.has(key)) return kept.get(key) as CheckResult<Task>;
      const turn = last.then(() => post(task, path, text));
      last = turn.catch(() => {});
      const result = await turn;
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
      kept.set(key, result);
      return result as CheckResult<Task>;
    },
    async close() {
      clearTimeout(idle);
      await stop();
    },
  };
}
