import { serveSandbox } from '../../lib/sandbox/serve-sandbox.ts';
import { type CheckTask, checkTasks } from './check-tasks.ts';

type CheckOrder = { task: CheckTask; question: unknown[] };

serveSandbox(async ({ task, question }: CheckOrder) => {
  try {
    return { result: await (checkTasks[task] as (...question: unknown[]) => unknown)(...question) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : 'unknown' };
  }
});
