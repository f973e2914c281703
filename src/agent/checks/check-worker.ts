import { flushCompileCache } from 'node:module';
import { type CheckTask, checkTasks } from './check-tasks.ts';

type Message = { task: CheckTask; question: [string, string, never] };

/** Says that it is ready; then one question in, one answer out. A process that `checker.ts` starts. */
process.on('message', async ({ task, question }: Message) => {
  try {
    process.send!({ result: await checkTasks[task](...question) });
  } catch (error) {
    process.send!({ failure: error instanceof Error ? error.message : 'unknown' });
  }
});
// It will be killed, and would keep nothing of what it compiled for the next one.
flushCompileCache();
process.send!('ready');
