import { DocentError } from '../errors.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import type { LocalForge } from '../forges/local.ts';
import { wakeGaps } from '../store/gap-loops.ts';
import { listDiffs } from '../store/job-work.ts';
import type { Job } from '../store/jobs.ts';
import type { Project } from '../store/projects.ts';
import type { PullRequestState } from '../forges/forge.ts';
import type { Agent } from './open-agent.ts';

/** A job's change as people review it. */
export type JobChange = {
  /** The pull request's base and state; null without a pull request, or when it is on another forge. */
  pullRequest: { branch: string; base: string; state: PullRequestState; draft: boolean } | null;
  diffs: { round: number; diff: string }[];
};

export async function readChange(agent: Agent, project: Project, job: Job): Promise<JobChange> {
  const diffs = await listDiffs(agent.deps.store, job.id);
  const { branch, baseBranch } = job;
  // A job without a branch has no pull request, and a look-up takes several runs of git.
  const forge = branch === null ? null : await openForge(agent, project);
  const pull = (await forge?.findPullRequest(branch!, baseBranch ?? '')) ?? null;
  if (pull === null) return { pullRequest: null, diffs };
  return { pullRequest: { branch: branch!, base: baseBranch!, state: pull.state, draft: pull.draft }, diffs };
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
  const forge = await openForge(agent, project);
  if (forge === null)
    throw new DocentError('conflict', 'This pull request lives on another forge. Merge or close it there.');
  if (job.status === 'active')
    throw new DocentError('conflict', 'The job is still at work. Wait until it ends, or cancel it.');
  if (job.branch === null) throw new DocentError('conflict', 'This job has no pull request.');
  try {
    await forge[how](job.branch);
    await wakeGaps(agent.deps.store, project.id);
  } catch (error) {
    throw error instanceof ForgeFault ? new DocentError('conflict', error.message, { cause: error }) : error;
  }
}

async function openForge(agent: Agent, project: Project): Promise<LocalForge | null> {
  try {
    return await agent.openLocalForge(project);
  } catch (error) {
    throw error instanceof ForgeFault ? new DocentError('conflict', error.message, { cause: error }) : error;
  }
}
