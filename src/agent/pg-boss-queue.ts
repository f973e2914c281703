import { PgBoss } from 'pg-boss';
import type { Log } from '../lib/log.ts';
import type { JobQueue, JobWork } from './job-queue.ts';

const queue = 'docent-agent-jobs';

type Wake = { jobId: string };

/**
 * The queue of several processes on one PostgreSQL, in a schema of its own.
 * https://timgit.github.io/pg-boss/
 */
export async function openPgBossQueue(url: string, log: Log): Promise<JobQueue> {
  const boss = new PgBoss({ connectionString: url, schema: 'pgboss', max: 4, schedule: false });
  boss.on('error', (error) => log.error({ error }, 'job queue failed'));
  await boss.start();
  // At most one waiting wake-up a job. A wake-up is not a job: it is never retried, the tables bring it back.
  await boss.createQueue(queue, {
    policy: 'short',
    retryLimit: 0,
    expireInSeconds: 3600,
    deleteAfterSeconds: 60,
  });
  const running = new Map<string, Promise<void>>();
  let stopping = false;

  async function wake(jobId: string, delayMs = 0): Promise<void> {
    const startAfter = delayMs === 0 ? {} : { startAfter: new Date(Date.now() + delayMs) };
    await boss.send(queue, { jobId } satisfies Wake, { singletonKey: jobId, ...startAfter });
  }

  async function run(work: JobWork, jobId: string): Promise<void> {
    const again = await work(jobId).catch(() => null);
    if (again !== null && !stopping) await wake(jobId, again);
  }

  return {
    wake,
    async start(work, concurrency) {
      const options = { batchSize: 1, localConcurrency: concurrency, pollingIntervalSeconds: 0.5 };
      await boss.work<Wake>(queue, options, async ([message]) => {
        const { jobId } = message!.data;
        if (stopping || running.has(jobId)) return;
        const ending = run(work, jobId).finally(() => running.delete(jobId));
        running.set(jobId, ending);
        await ending;
      });
    },
    async stop() {
      stopping = true;
      // pg-boss does not wait for a handler that it is just about to call.
      await Promise.allSettled(running.values());
      await boss.stop({ graceful: true, timeout: 30_000 });
    },
  };
}
