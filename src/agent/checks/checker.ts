import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { blobId } from '../../git/objects.ts';
import { compileCache } from '../../lib/compile-cache.ts';
import type { CheckResult, CheckTask, Question } from './check-tasks.ts';

/** A page took more time or memory than any honest page does, or broke a parser. */
export class CheckFailure extends Error {}

/**
 * Runs check tasks one after another in a process of its own: a thread that runs out of memory can take the whole
 * process with it. Results and failures are kept by content.
 */
export type Checker = {
  /** @throws CheckFailure */
  run<Task extends CheckTask>(task: Task, ...question: Question<Task>): Promise<CheckResult<Task>>;
  close(): Promise<void>;
};

/** The result of a check; null when what it reads takes too much. */
export async function orNull<Result>(check: Promise<Result>): Promise<Result | null> {
  return check.catch((error: unknown) => {
    if (error instanceof CheckFailure) return null;
    throw error;
  });
}

/** Milliseconds and megabytes for one page; a page of 500 KB takes a second. */
const defaultLimits = { taskTimeout: 10_000, memoryMb: 512 };
const idleTimeout = 60_000;
const maxKept = 5_000;

type Answer = { result: unknown } | { failure: string };

export function createChecker(limits = defaultLimits): Checker {
  const kept = new Map<string, Answer>();
  let worker: Promise<ChildProcess> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const idle = setTimeout(() => void stop(), idleTimeout).unref();

  async function start(): Promise<ChildProcess> {
    const child = await startProcess(limits.memoryMb);
    child.once('exit', () => (worker = undefined));
    return child;
  }

  async function stop(): Promise<void> {
    const stopped = await worker?.catch(() => undefined);
    worker = undefined;
    stopped?.kill('SIGKILL');
  }

  async function runTask(task: CheckTask, question: unknown[]): Promise<Answer> {
    idle.refresh();
    const child = await (worker ??= start());
    const answer = await ask(child, { task, question }, limits.taskTimeout);
    if (answer !== null) return answer;
    await stop();
    return { failure: 'it takes too long or too much memory to read' };
  }

  function keep(key: string, answer: Answer): void {
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value!);
    kept.set(key, answer);
  }

  return {
    async run<Task extends CheckTask>(task: Task, ...question: Question<Task>) {
      const key = blobId(Buffer.from(JSON.stringify([task, ...question])));
      if (!kept.has(key)) {
        const turn = last.then(() => runTask(task, question));
        last = turn.catch(() => {});
        keep(key, await turn);
      }
      const answer = kept.get(key)!;
      if ('failure' in answer) throw new CheckFailure(answer.failure);
      return answer.result as CheckResult<Task>;
    },
    async close() {
      clearTimeout(idle);
      await stop();
    },
  };
}

/** The process with nothing of our environment, once it is ready. */
async function startProcess(memoryMb: number): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./check-worker.ts', import.meta.url)), {
    env: compileCache(),
    execArgv: [`--max-old-space-size=${memoryMb}`],
    serialization: 'advanced',
    stdio: 'ignore',
  });
  const died = once(child, 'exit').then(() => Promise.reject(new Error('the check process did not start')));
  await Promise.race([once(child, 'message'), died]);
  died.catch(() => {});
  child.unref();
  child.channel?.unref();
  return child;
}

/** The answer to one question; null when it does not come in time or the process dies over it. */
async function ask(child: ChildProcess, question: object, timeoutMs: number): Promise<Answer | null> {
  const { promise, resolve } = Promise.withResolvers<Answer | null>();
  const timer = setTimeout(resolve, timeoutMs, null);
  const onMessage = (answer: unknown) => resolve(answer as Answer);
  const onExit = () => resolve(null);
  child.once('message', onMessage).once('exit', onExit);
  child.send(question, () => {});
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', onMessage).off('exit', onExit);
  }
}
