import { findJobById, type Job, listFollowed, pageOfJobs } from '../../store/jobs.ts';
import type { Project } from '../../store/projects.ts';
import type { Store } from '../../store/store.ts';
import { lastJobOf, listWaiting, type Trigger } from '../../store/triggers.ts';
import type { AgentDeps } from '../deps.ts';

const defaults = { maxOpenPullRequests: 5, batchMinutes: 10 };

/** Merges that become one job, at most. */
const maxBatch = 10;

/** Triggers ahead of another one that are looked at. */
const maxAhead = 50;

/** Pull requests of our own that the forge is asked about. */
const maxFollowed = 200;

const minute = 60_000;
const lookAgain = 5 * minute;

/** Why a trigger starts no job yet, and when it is looked at again. */
type Wait = { reason: string; afterMs: number };

/** Merges within some minutes of the first become one job: until then all of them wait. */
export async function waitForBatch(store: Store, project: Project, trigger: Trigger): Promise<Wait | null> {
  // One that is tried again does not end the wait of those that come meanwhile.
  const began = (await batchOf(store, project, trigger))
    .filter(({ tries }) => tries === 0)
    .map(({ createdAt }) => createdAt);
  if (began.length === 0) return null;
  const { batchMinutes = defaults.batchMinutes } = project.settings;
  const afterMs = Math.min(...began) + batchMinutes * minute - (await store.now());
  if (afterMs <= 0) return null;
  return { afterMs, reason: 'It waits for further merges, which become one job with it.' };
}

/** The merges of code that wait, in their order; for any other trigger none. */
export async function batchOf(
  store: Store,
  { id: projectId }: Project,
  { kind }: Pick<Trigger, 'kind'>,
): Promise<Trigger[]> {
  return kind === 'code' ? listWaiting(store, { projectId, kind }, maxBatch) : [];
}

/** The trigger that starts the next job, when this one could: it, or one that people want before it. */
export async function nextInLine(store: Store, project: Project, trigger: Trigger): Promise<Trigger> {
  for (const one of await listWaiting(store, { projectId: project.id }, maxAhead)) {
    // Merges are taken together.
    if (one.id === trigger.id || (one.kind === 'code' && trigger.kind === 'code')) return trigger;
    // What failed is looked at when its next try is due.
    if (one.tries === 0 && (await waitForBatch(store, project, one)) === null) return one;
  }
  return trigger;
}

/** So many pull requests wait for people that another one would only make the pile longer. */
export async function waitForPeople(
  { store, openRepository }: Pick<AgentDeps, 'store' | 'openRepository'>,
  project: Project,
): Promise<Wait | null> {
  const { maxOpenPullRequests: most = defaults.maxOpenPullRequests } = project.settings;
  const { forge } = await openRepository(project.id);
  const active = await pageOfJobs(store, { projectId: project.id, status: 'active' }, { limit: most });
  let open = active.rows.length;
  for (const { branch, baseBranch } of await listFollowed(store, project.id, maxFollowed)) {
    if (open >= most) break;
    // It may have been merged since it was last looked at.
    const pull = await forge.findPullRequest(branch!, baseBranch!);
    if (pull?.state === 'open') open += 1;
  }
  if (open < most) return null;
  const reason = `It waits: ${open} pull requests of the docs agent are open or being made, and ${most} is the limit. Merge or close one, or raise maxOpenPullRequests.`;
  return { reason, afterMs: lookAgain };
}

/** A job that is active, or whose pull request is open. */
export type OpenJob = { job: Job; /** Null while it is active. */ url: string | null };

/**
 * The job of an earlier trigger of the same kind and group, while it is active or its pull request is open: there is
 * one at a time. All releases of a repository are one group, and so are all runs of a schedule.
 */
export async function openJobOf(
  { store, openRepository }: Pick<AgentDeps, 'store' | 'openRepository'>,
  project: Project,
  { kind, subject }: Pick<Trigger, 'kind' | 'subject'>,
  prefix: string,
): Promise<OpenJob | null> {
  const id = await lastJobOf(store, { projectId: project.id, kind, prefix, not: subject });
  const job = id === null ? undefined : await findJobById(store, id);
  if (job === undefined || job.status === 'archived') return null;
  if (job.status === 'active') return { job, url: null };
  if (job.branch === null || job.pullRequest === null) return null;
  const { forge } = await openRepository(project.id);
  const pull = await forge.findPullRequest(job.branch, job.baseBranch!);
  return pull?.state === 'open' ? { job, url: pull.url } : null;
}
