import type { Store } from './store.ts';
import { hastenWork, requestWork } from './work.ts';

/** The kind of work that looks after a job's open pull request, by the job's id. */
export const pullRequestWork = 'pull-request';

/** Gives the job's own end time to be written first. */
const firstLookMs = 5_000;

/** Has a pull request looked after until it is merged or closed. */
export async function followPullRequest(store: Store, job: { id: string; projectId: string }): Promise<void> {
  const { id: subject, projectId } = job;
  await requestWork(store, { kind: pullRequestWork, subject, projectId, afterMs: firstLookMs });
}

/** Has all open pull requests of a project looked at soon: something happened at the forge. */
export const wakePullRequests = (store: Store, projectId: string): Promise<void> =>
  hastenWork(store, { kind: pullRequestWork, projectId }, firstLookMs);
