import type { Store } from './store.ts';
import { hastenWork, requestWork } from './work.ts';

/** The kind of work that follows a job's open pull request; its subject is the job's id. */
export const pullRequestWork = 'pull-request';

/** Time for the job's own end to be written first. */
const firstLookMs = 5_000;

/** Follows a pull request until it is merged or closed. */
export async function followPullRequest(store: Store, job: { id: string; projectId: string }): Promise<void> {
  const { id: subject, projectId } = job;
  await requestWork(store, { kind: pullRequestWork, subject, projectId, afterMs: firstLookMs });
}

/** Makes the work on all open pull requests of a project due soon, because the forge has reported an event. */
export const wakePullRequests = (store: Store, projectId: string): Promise<void> =>
  hastenWork(store, { kind: pullRequestWork, projectId }, firstLookMs);
