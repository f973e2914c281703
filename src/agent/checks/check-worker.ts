/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { parentPort } from 'node:worker_threads';
import { type CheckTask, checkTasks } from './check-tasks.ts';

type Request = { id: number; task: CheckTask; path: string; text: string };

parentPort!.on('message', async ({ id, task, path, text }: Request) => {
  try {
    parentPort!.postMessage({ id, result: await checkTasks[task](path, text) });
  } catch (error) {
    parentPort!.postMessage({ id, failure: error instanceof Error ? error.message : 'unknown' });
  }
});
parentPort!.postMessage('ready');
