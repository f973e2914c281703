import { rm } from 'node:fs/promises';
import { claimJob, listClaimable, LostJob, renewLease } from '../store/job-work.ts';
import type { Job } from '../store/jobs.ts';
import type { JobQueue } from './job-queue.ts';
import type { AgentDeps } from './deps.ts';
import { workOnJob } from './work-on-job.ts';

/** The part of a process that works on jobs. */
export type Worker = {
  /** Ends the work on a job at once, when it is here. */
  abort(jobId: string): void;
  /** Hands over what is under way and resolves when nothing is. */
  stop(): Promise<void>;
};

/** How long a job waits when its project has as many under way as it may. */
const busyWait = 1_000;

/** Takes jobs from the queue, and finds in the tables those that nobody works on: after a crash, after a start. */
export async function startWorker(deps: AgentDeps, queue: JobQueue): Promise<Worker> {
  const { settings, store, log } = deps;
  const underWay = new Map<string, AbortController>();
  let stopping = false;

  async function work(jobId: string): Promise<number | null> {
    if (stopping) return null;
    const { leaseMs, concurrency } = settings;
    const job = await claimJob(store, jobId, { leaseMs, maxPerProject: concurrency.perProject });
    if (job === 'busy') return busyWait;
    return job === undefined ? null : hold(job);
  }

  /** Works on a job with its lease kept alive. Losing the lease ends the work. */
  async function hold(job: Job): Promise<number | null> {
    const controller = new AbortController();
    underWay.set(job.id, controller);
    if (stopping) controller.abort();
    const fence = { id: job.id, attempt: job.attempt };
    const heartbeat = setInterval(() => {
      renewLease(store, fence, settings.leaseMs).catch((error: unknown) => {
        if (error instanceof LostJob) controller.abort(error);
        else log.warn({ jobId: job.id, error }, 'heartbeat failed');
      });
    }, settings.heartbeatMs);
    try {
      return await workOnJob(deps, job, controller.signal);
    } finally {
      clearInterval(heartbeat);
      underWay.delete(job.id);
    }
  }

  async function recover(): Promise<void> {
    try {
      for (const jobId of await listClaimable(store, 100)) if (!underWay.has(jobId)) await queue.wake(jobId);
    } catch (error) {
      log.warn({ error }, 'looking for jobs failed');
    }
  }

  // What an earlier process left behind; its jobs fetch again.
  await rm(deps.workFolder, { recursive: true, force: true });
  await queue.start(
    (jobId) =>
      work(jobId).catch((error: unknown) => {
        log.error({ jobId, error }, 'working on a job failed');
        return null;
      }),
    settings.concurrency.perWorker,
  );
  await recover();
  const recovery = setInterval(() => void recover(), settings.recoverMs);
  return {
    abort: (jobId) => underWay.get(jobId)?.abort(),
    async stop() {
      stopping = true;
      clearInterval(recovery);
      for (const controller of underWay.values()) controller.abort();
      await queue.stop();
    },
  };
}
