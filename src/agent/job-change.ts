import { DocentError } from '../errors.ts';
import type { LocalForge } from '../forges/local.ts';
import { wakeGaps } from '../store/gap-loops.ts';
import { listDiffs } from '../store/job-work.ts';
import type { Job } from '../store/jobs.ts';
import type { Project } from '../store/projects.ts';
import type { Finding } from './checks/finding.ts';
import { passOnFaults } from './job-fault.ts';
import { beginFurtherRound } from './manage-jobs.ts';
import { moveJob } from './move-job.ts';
import type { Agent } from './open-agent.ts';
import { wakeWaitingJobs } from './waiting-jobs.ts';

/** A job's change as people review it; `pullRequest` is null without one, or when it is on another forge. */
export async function readChange(agent: Agent, project: Project, job: Job) {
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
export async function resolveConflicts({ deps }: Agent, project: Project, job: Job): Promise<Job> {
  moveJob(job.status, 'follow-up');
  requireEnded(job);
  const { branch, baseBranch, pullRequest } = job;
  const findPull = async () => {
    const { forge } = await deps.openRepository(project.id);
    return forge.findPullRequest(branch!, baseBranch!);
  };
  const pull = branch === null || pullRequest === null ? null : await passOnFaults('conflict', findPull);
  if (pull?.state !== 'open')
    throw new DocentError(
      'conflict',
      'This job has no open pull request that the base could be merged into.',
    );
  return beginFurtherRound(deps.store, project, job.id, deps.modelName);
}

function requireEnded(job: Job): void {
  if (job.status === 'active')
    throw new DocentError('conflict', 'The job is still at work. Wait until it ends, or cancel it.');
}

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
  requireEnded(job);
  const { branch } = job;
  if (branch === null) throw new DocentError('conflict', 'This job has no pull request.');
  await passOnFaults('conflict', () => forge[how](branch));
  await wakeGaps(agent.deps.store, project.id);
  await wakeWaitingJobs(agent.deps.store, project.id);
}

const openLocalForge = (agent: Agent, project: Project): Promise<LocalForge | null> =>
  passOnFaults('conflict', () => agent.openLocalForge(project));
