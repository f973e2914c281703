import { startCpuLimit } from './cpu-limit.ts';
import type { Order } from './sandbox.ts';

/**
 * For a process that `openSandbox` started: says that it is ready; then one task in, one result out.
 *
 * @param prepare what need not count as the task's own time, such as loading code
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
  process.send?.('ready');
}
