import { Worker } from 'node:worker_threads';
import { entryPoint } from '../entry-point.ts';
import { cpuTime } from './cpu-watch.ts';
import { createOutbox } from '../outbox.ts';
import type { Order, ready } from './sandbox.ts';

/** Asks the process that gave the task. */
export type Ask = (question: unknown) => Promise<unknown>;

/**
 * Serves tasks in a process that `openSandbox` started: it reports that it is ready, then answers one task at a time.
 *
 * @param prepare work outside of the task's CPU limit, such as loading code
 */
export function serveSandbox<Task>(
  handle: (task: Task, ask: Ask) => Promise<unknown>,
  prepare: (task: Task) => Promise<void> = async () => {},
): void {
  const cpu = startCpuLimit();
  const asked = new Map<number, (answer: unknown) => void>();
  const send = createOutbox<[number, unknown]>((asks) => process.send?.({ asks }));
  let last = 0;
  const ask: Ask = (question) =>
    new Promise((resolve) => {
      asked.set(++last, resolve);
      send([last, question]);
    });
  const begin = async ({ task, cpuLimit }: Order<Task>): Promise<void> => {
    await prepare(task);
    cpu.begin(cpuLimit);
    const result = await handle(task, ask);
    cpu.end();
    process.send?.({ result });
  };
  process.on('message', (message: Order<Task> | { answers: [number, unknown][] }) => {
    if (!('answers' in message)) return begin(message);
    for (const [id, answer] of message.answers) {
      asked.get(id)?.(answer);
      asked.delete(id);
    }
  });
  process.send?.('ready' satisfies typeof ready);
}

/**
 * Ends this process with SIGTERM when a task exceeds its CPU limit. Wall-clock time would not do, because on a busy
 * machine ordinary pages take long. A separate thread watches, because the parsing thread is blocked.
 */
function startCpuLimit(): { begin: (milliseconds: number) => void; end: () => void } {
  const deadline = new Int32Array(new SharedArrayBuffer(8));
  let watch: Worker | undefined;
  return {
    begin(milliseconds) {
      // Not earlier: while a server starts, each thread takes from those that it waits for.
      watch ??= new Worker(entryPoint(new URL('./cpu-watch.ts', import.meta.url)), { workerData: deadline });
      watch.unref();
      Atomics.store(deadline, 0, cpuTime() + milliseconds);
      Atomics.notify(deadline, 0);
    },
    end() {
      Atomics.store(deadline, 0, 0);
    },
  };
}
