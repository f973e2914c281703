import { blobId } from '../../git/objects.ts';
import { entryPoint } from '../../lib/entry-point.ts';
import { openSandbox } from '../../lib/sandbox/sandbox.ts';
import type { CheckResult, CheckTask, Question } from './check-tasks.ts';

/** A page took more time or memory than any real page does, or crashed a parser. */
export class CheckFailure extends Error {}

/**
 * Runs check tasks one after another in a sandboxed process. Results and failures are cached by content.
 */
export type Checker = {
  /** @throws CheckFailure */
  run<Task extends CheckTask>(task: Task, ...question: Question<Task>): Promise<CheckResult<Task>>;
  close(): void;
};

/** The result of a check; null when its input takes too much time or memory. */
export async function orNull<Result>(check: Promise<Result>): Promise<Result | null> {
  return check.catch((error: unknown) => {
    if (error instanceof CheckFailure) return null;
    throw error;
  });
}

/** Milliseconds of CPU and megabytes for one page; a page of 500 KB takes a second. */
const defaultLimits = { cpuLimit: 10_000, maxMegabytes: 512 };
const maxKept = 5_000;

type Answer = { result: unknown } | { failure: string };

export function createChecker({ cpuLimit, maxMegabytes } = defaultLimits): Checker {
  const kept = new Map<string, Answer>();
  const script = entryPoint(new URL('./check-worker.ts', import.meta.url));
  const sandbox = openSandbox<object, Answer>(script, { size: 1, maxMegabytes });

  async function answerOf(task: CheckTask, question: unknown[]): Promise<Answer> {
    const key = blobId(Buffer.from(JSON.stringify([task, ...question])));
    const known = kept.get(key);
    if (known !== undefined) return known;
    const found = await sandbox.run({ task, question }, cpuLimit);
    const answer = 'excess' in found ? { failure: 'it takes too long or too much memory to read' } : found;
    // Searches rarely repeat and would evict results that do.
    if (task === 'search') return answer;
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value!);
    kept.set(key, answer);
    return answer;
  }

  return {
    async run<Task extends CheckTask>(task: Task, ...question: Question<Task>) {
      const answer = await answerOf(task, question);
      if ('failure' in answer) throw new CheckFailure(answer.failure);
      return answer.result as CheckResult<Task>;
    },
    close: () => sandbox.close(),
  };
}
