import { startCpuLimit } from './cpu-limit.ts';
import type { Order, ready } from './sandbox.ts';

/**
 * Serves tasks in a process that `openSandbox` started: it reports that it is ready, then answers one task at a time.
 *
 * @param prepare work outside of the task's CPU limit, such as loading code
 */
export function serveSandbox<Task>(
  handle: (task: Task) => Promise<unknown>,
  prepare: (task: Task) => Promise<void> = async () => {},
): void {
  const cpu = startCpuLimit();
  process.on('message', async ({ task, cpuLimit }: Order<Task>) => {
    await prepare(task);
    cpu.begin(cpuLimit);
    const result = await handle(task);
    cpu.end();
    process.send?.(result);
  });
  process.send?.('ready' satisfies typeof ready);
}
