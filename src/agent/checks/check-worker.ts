import { serveSandbox } from '../../lib/sandbox/serve-sandbox.ts';
import { type CheckTask, checkTasks } from './check-tasks.ts';

type CheckOrder = { task: CheckTask; question: [string, string, never] };

serveSandbox(async ({ task, question }: CheckOrder) => {
  try {
    return { result: await checkTasks[task](...question) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : 'unknown' };
  }
});
