import { findJobById, type Job, jobWork } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import { hastenWork, requestWork } from '../store/work.ts';
import { retryForAWeek } from '../work/retry-for-a-week.ts';
import type { WorkKind } from '../work/work-kind.ts';

/** The kind of work that brings back a job which waits; its subject is the job's id. */
const waitWork = 'waiting-job';
/** Milliseconds: a pull request waits for people, a job at work ends by itself. */
const lookAgain = { pullRequest: 60_000, job: 10_000 };

/** As work of the kind of jobs, a job that waits would take the place of one that could be worked on. */
export function lookLater(store: Store, { id, projectId, waitsFor }: Job): Promise<void> {
  const afterMs = waitsFor?.url == null ? lookAgain.job : lookAgain.pullRequest;
  return requestWork(store, { kind: waitWork, subject: id, projectId, afterMs });
}

/** Looks at a project's waiting jobs soon: what they wait for may be over. */
export function wakeWaitingJobs(store: Store, projectId: string): Promise<void> {
  return hastenWork(store, { kind: waitWork, projectId }, 0);
}

/** Brings back jobs that have waited long enough. */
export function waitingJobKind(store: Store): WorkKind {
  return {
    name: waitWork,
    maxAtOnce: 4,
    retryAfterMs: retryForAWeek,
    async handle({ subject, projectId }) {
      const job = await findJobById(store, subject);
      if (job?.status === 'active') await requestWork(store, { kind: jobWork, subject, projectId });
    },
  };
}
