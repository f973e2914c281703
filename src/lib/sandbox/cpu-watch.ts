import { isMainThread, workerData } from 'node:worker_threads';

/** Milliseconds between two checks. */
const interval = 50;

/** Milliseconds of CPU used by this process, at least 1. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return Math.ceil((user + system) / 1000);
}

if (!isMainThread) watch(workerData as Int32Array);

/** Waits for a deadline (the first number; 0 for none), then until it has passed or is removed. */
function watch(deadline: Int32Array): void {
  for (;;) {
    const until = Atomics.load(deadline, 0);
    if (until === 0) Atomics.wait(deadline, 0, 0);
    else if (cpuTime() > until) process.kill(process.pid, 'SIGTERM');
    // The second number never changes, so this only sleeps.
    else Atomics.wait(deadline, 1, 0, interval);
  }
}
