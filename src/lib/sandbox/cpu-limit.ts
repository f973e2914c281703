import { Worker } from 'node:worker_threads';
import { entryPoint } from '../entry-point.ts';
import { cpuTime } from './cpu-watch.ts';

/**
 * Ends this process with SIGTERM when a task exceeds its CPU limit. Wall-clock time would not do, because on a busy
 * machine ordinary pages take long. A separate thread watches, because the parsing thread is blocked.
 */
export function startCpuLimit(): { begin: (milliseconds: number) => void; end: () => void } {
  const deadline = new Int32Array(new SharedArrayBuffer(8));
  new Worker(entryPoint(new URL('./cpu-watch.ts', import.meta.url)), { workerData: deadline }).unref();
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
