import { type CheckTask, checkTasks } from './check-tasks.ts';

/** Says that it is ready; then one question in, one answer out. A process that `checker.ts` starts. */
process.on('message', async ({ task, path, text }: { task: CheckTask; path: string; text: string }) => {
  try {
    process.send!({ result: await checkTasks[task](path, text) });
  } catch (error) {
    process.send!({ failure: error instanceof Error ? error.message : 'unknown' });
  }
});
process.send!('ready');
