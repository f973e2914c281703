import { serveSandbox } from '../../lib/sandbox/serve-sandbox.ts';
import { type CheckTask, checkTasks } from './check-tasks.ts';

type CheckOrder = { task: CheckTask; question: unknown[] };

const load = ({ task }: CheckOrder) => checkTasks[task]() as Promise<(...question: unknown[]) => unknown>;

serveSandbox(
  async (order: CheckOrder) => {
    try {
      const run = await load(order);
      return { result: await run(...order.question) };
    } catch (error) {
      return { failure: error instanceof Error ? error.message : 'unknown' };
    }
  },
  async (order) => void (await load(order)),
);
