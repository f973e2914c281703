import { findJobById, type Job } from '../../store/jobs.ts';
import type { Project } from '../../store/projects.ts';
import { lastJobOf, type Trigger } from '../../store/triggers.ts';
import type { AgentDeps } from '../deps.ts';

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
