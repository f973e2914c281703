import { Worker } from 'node:worker_threads';
import { cpuTime } from './cpu-watch.ts';

/**
 * Ends this process with SIGTERM when a task takes more CPU than it may. The clock would not do: on a busy machine
 * ordinary pages take long. A thread of its own watches, as the one that parses cannot.
 */
export function startCpuLimit(): { begin: (milliseconds: number) => void; end: () => void } {
  const deadline = new Int32Array(new SharedArrayBuffer(8));
  new Worker(new URL('./cpu-watch.ts', import.meta.url), { workerData: deadline }).unref();
  return {
    begin(milliseconds) {
      Atomics.store(deadline, 0, cpuTime() + milliseconds);
      Atomics.notify(deadline, 0);
    },
    end() {
      Atomics.store(deadline, 0, 0);
    },
  };
}
