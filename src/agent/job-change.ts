import { DocentError } from '../errors.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import type { LocalForge } from '../forges/local.ts';
import { wakeGaps } from '../store/gap-loops.ts';
import { listDiffs } from '../store/job-work.ts';
import type { Job } from '../store/jobs.ts';
import type { Project } from '../store/projects.ts';
import type { PullRequest, PullRequestState } from '../forges/forge.ts';
import type { Finding } from './checks/finding.ts';
import { beginFurtherRound } from './manage-jobs.ts';
import { moveJob } from './move-job.ts';
import type { Agent } from './open-agent.ts';
import { wakeWaitingJobs } from './waiting-jobs.ts';

/** A job's change as people review it. */
type JobChange = {
  /** The pull request's base and state; null without a pull request, or when it is on another forge. */
  pullRequest: {
    branch: string;
    base: string;
    state: PullRequestState;
    draft: boolean;
    hasConflicts: boolean;
  } | null;
  /** `whole` is the diff of the whole pull request, when that is more than the round's. */
  diffs: { round: number; diff: string; whole: string | null }[];
  findings: Finding[];
};

export async function readChange(agent: Agent, project: Project, job: Job): Promise<JobChange> {
  const diffs = await listDiffs(agent.deps.store, job.id);
  const { branch, baseBranch } = job;
  const findings = job.findings as Finding[];
  // A job without a branch has no pull request, and a look-up takes several runs of git.
  const forge = branch === null ? null : await openLocalForge(agent, project);
  const pull = (await forge?.findPullRequest(branch!, baseBranch ?? '')) ?? null;
  if (pull === null) return { pullRequest: null, diffs, findings };
  const { state, draft } = pull;
  const mayConflict = state === 'open' && job.status !== 'active';
  const hasConflicts = mayConflict && (await forge!.readPullRequest(pull.id)).hasConflicts === true;
  return { pullRequest: { branch: branch!, base: baseBranch!, state, draft, hasConflicts }, diffs, findings };
}

/**
 * Has the agent merge the base into a job's pull request and resolve the conflicts.
 * @throws DocentError `not_found`, `conflict` with what to do
 */
export async function resolveConflicts(agent: Agent, project: Project, job: Job): Promise<Job> {
  moveJob(job.status, 'follow-up');
  if (job.status === 'active')
    throw new DocentError('conflict', 'The job is still at work. Wait until it ends, or cancel it.');
  const pull = await openPull(agent, project, job);
  if (pull?.state !== 'open')
    throw new DocentError(
      'conflict',
      'This job has no open pull request that the base could be merged into.',
    );
  return beginFurtherRound(agent.deps.store, project, job.id, agent.deps.modelName);
}

async function openPull(agent: Agent, project: Project, job: Job): Promise<PullRequest | null> {
  if (job.branch === null || job.pullRequest === null) return null;
  try {
    const { forge } = await agent.deps.openRepository(project.id);
    return await forge.findPullRequest(job.branch, job.baseBranch!);
  } catch (error) {
    throw asConflict(error);
  }
}

/** Passes the forge's message on to the person who asked. */
const asConflict = (error: unknown) =>
  error instanceof ForgeFault ? new DocentError('conflict', error.message, { cause: error }) : error;

/**
 * Merges or closes a job's pull request on the local forge, on a person's command.
 * @throws DocentError `conflict` with what to do
 */
export async function endPullRequest(
  agent: Agent,
  project: Project,
  job: Job,
  how: 'merge' | 'close',
): Promise<void> {
  const forge = await openLocalForge(agent, project);
  if (forge === null)
    throw new DocentError('conflict', 'This pull request lives on another forge. Merge or close it there.');
  if (job.status === 'active')
    throw new DocentError('conflict', 'The job is still at work. Wait until it ends, or cancel it.');
  if (job.branch === null) throw new DocentError('conflict', 'This job has no pull request.');
  try {
    await forge[how](job.branch);
    await wakeGaps(agent.deps.store, project.id);
    await wakeWaitingJobs(agent.deps.store, project.id);
  } catch (error) {
    throw asConflict(error);
  }
}

async function openLocalForge(agent: Agent, project: Project): Promise<LocalForge | null> {
  try {
    return await agent.openLocalForge(project);
  } catch (error) {
    throw asConflict(error);
  }
}
