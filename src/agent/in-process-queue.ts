import type { JobQueue, JobWork } from './job-queue.ts';

/** The queue of one process; what waits is found again in the tables at the next start. */
export function createInProcessQueue(): JobQueue {
  const waiting = new Set<string>();
  const running = new Map<string, Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  let work: JobWork | null = null;
  let places = 0;

  function next(): void {
    for (const jobId of waiting) {
      if (work === null || running.size >= places) return;
      if (running.has(jobId)) continue;
      waiting.delete(jobId);
      running.set(jobId, run(work, jobId));
    }
  }

  async function run(work: JobWork, jobId: string): Promise<void> {
    const again = await work(jobId).catch(() => null);
    running.delete(jobId);
    if (again !== null) later(jobId, again);
    next();
  }

  function later(jobId: string, delayMs: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      waiting.add(jobId);
      next();
    }, delayMs).unref();
    timers.add(timer);
  }

  return {
    async wake(jobId, delayMs = 0) {
      later(jobId, delayMs);
    },
    async start(begun, concurrency) {
      work = begun;
      places = concurrency;
      next();
    },
    async stop() {
      work = null;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await Promise.all(running.values());
    },
  };
}
