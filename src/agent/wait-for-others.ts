import { findMergeBase, mergeTrees } from '../git/merge.ts';
import type { OpenPullRequest } from '../forges/forge.ts';
import { listFileNames } from '../store/job-work.ts';
import { findJob, findJobById, type Job, pageOfJobs, type WaitsFor } from '../store/jobs.ts';
import { makeCommit } from './commit-changes.ts';
import { jobOfBranch } from './job-branch.ts';
import { fetchInto, gitDirOf, goesOn, type Run, save, sideFolderOf } from './job-run.ts';
import { ifTold } from './others-changes.ts';
import { rebaseChange } from './catch-up.ts';
import { lookLater, wakeWaitingJobs } from './waiting-jobs.ts';
import type { Workspace } from './workspace.ts';

/** The job waits for another one's change, and its claim is over. */
export class Waits extends Error {}

/** Ends the claim at once while what the job waits for is as it was. @throws Waits */
export async function requireTurn({ deps: { store }, job, repository: { forge } }: Run): Promise<void> {
  const { jobId, url } = job.waitsFor!;
  const other = await findJobById(store, jobId);
  if (other === undefined) return;
  if (url === null) {
    if (isAtWork(other)) throw new Waits();
    return;
  }
  const pull = other.branch === null ? null : await forge.findPullRequest(other.branch, other.baseBranch!);
  if (pull?.state === 'open' && pull.url === url) throw new Waits();
}

/** It may open a pull request soon. */
const isAtWork = (job: Job) => job.status === 'active' && !goesOn(job) && job.waitsFor === null;

/**
 * Keeps a first pull request from changing lines that another one of ours changes: it waits until that one is merged or
 * closed, and is then based on what the base has become. So it is with files that an earlier job is at work on.
 * @returns whether it has a new base, so that it is to be checked again
 * @throws Waits
 */
export async function awaitOthers(run: Run, workspace: Workspace): Promise<boolean> {
  if (goesOn(run.job)) return false;
  const waitsFor = (await overlappingPull(run, workspace)) ?? (await earlierJob(run, workspace));
  if (waitsFor !== null) {
    const { store } = run.deps;
    await lookLater(store, { ...run.job, waitsFor });
    await save(run, { waitsFor }, [{ type: 'waiting', message: waitsFor.reason }]);
    // Those that waited for this one, and this one: what it waits for may have ended meanwhile.
    await wakeWaitingJobs(store, run.job.projectId);
    throw new Waits();
  }
  return run.job.waitsFor !== null && rebaseChange(run, workspace, {});
}

/** Where the forge does not tell, a conflict shows once the pull request is open. */
async function overlappingPull(run: Run, workspace: Workspace): Promise<WaitsFor | null> {
  const { forge } = run.repository;
  for (const pull of await ifTold(forge.listOpen(), [])) {
    const other = await otherJobOf(run, pull);
    if (other === undefined) continue;
    const shared = sharedWith(workspace, await ifTold(forge.changedFiles(pull.id), []));
    if (shared.length === 0 || !(await ifTold(isOverlap(run, workspace, pull), false))) continue;
    const reason = `It waits for ${pull.url}, which changes the same lines of ${named(shared)}. Merge or close that one first.`;
    return { jobId: other.id, url: pull.url, reason };
  }
  return null;
}

async function otherJobOf({ deps, job }: Run, { branch }: OpenPullRequest): Promise<Job | undefined> {
  const id = jobOfBranch(branch);
  if (id === null || id === job.id) return undefined;
  const other = await findJob(deps.store, { projectId: job.projectId, id });
  return other?.baseBranch === job.baseBranch ? other : undefined;
}

/** Whether git cannot merge the two. */
async function isOverlap(run: Run, workspace: Workspace, { branch }: OpenPullRequest): Promise<boolean> {
  const { job, repository, signal } = run;
  const access = await repository.forge.access();
  const theirs = await fetchInto(run, { branch: branch! });
  const base = await findMergeBase(sideFolderOf(run), access, [job.baseCommit!, theirs], signal);
  if (base === null) return true;
  await fetchInto(run, { commit: base });
  const ours = await makeCommit(run, workspace);
  return (await mergeTrees(gitDirOf(run), { base, ours, theirs })).conflicts.length > 0;
}

/** A job that was asked for before, and is at work on the same files. */
async function earlierJob({ deps: { store }, job }: Run, workspace: Workspace): Promise<WaitsFor | null> {
  const { rows } = await pageOfJobs(store, { projectId: job.projectId, status: 'active' }, { limit: 100 });
  const isEarlier = ({ id, createdAt }: Job) =>
    createdAt < job.createdAt || (createdAt === job.createdAt && id < job.id);
  const ahead = rows.filter((one) => isEarlier(one) && isAtWork(one) && one.baseBranch === job.baseBranch);
  for (const [jobId, files] of await listFileNames(
    store,
    ahead.map(({ id }) => id),
  )) {
    const shared = sharedWith(workspace, files);
    if (shared.length === 0) continue;
    const reason = `It waits for the job ${jobId}, which was asked for earlier and changes ${named(shared)}, too.`;
    return { jobId, url: null, reason };
  }
  return null;
}

const sharedWith = (workspace: Workspace, files: readonly string[]) =>
  files.filter((file) => file in workspace.overlay());

const maxNamed = 3;

function named(files: readonly string[]): string {
  const rest = files.length - maxNamed;
  return `${files.slice(0, maxNamed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
