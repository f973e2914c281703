import { DocentError } from '../../errors.ts';
import { findTopic } from '../../store/topics.ts';
import { findGapLoop, startGapLoop } from '../../store/gap-loops.ts';
import type { Job, JobRequest } from '../../store/jobs.ts';
import type { Project } from '../../store/projects.ts';
import type { Store } from '../../store/store.ts';
import { createJob, type JobOrder } from '../manage-jobs.ts';

/**
 * Starts the job that is to close a gap, in the transaction of `store`: the gap is followed to its proof.
 * @throws DocentError `not_found`, `conflict` while another job is at work on it
 */
export async function startGapJob(
  store: Store,
  project: Project,
  gapId: string,
  order: JobOrder,
  model: string,
  request: JobRequest | null,
): Promise<Job> {
  const gap = await findTopic(store, { projectId: project.id, id: gapId });
  if (gap === undefined) throw new DocentError('not_found', 'There is no content gap with this id.');
  const loop = await findGapLoop(store, gapId);
  if (gap.status === 'open' && (loop?.state === 'working' || loop?.state === 'merged')) {
    throw new DocentError(
      'conflict',
      `The job ${loop.jobId} is at work on this gap. Follow it up, or cancel it first.`,
    );
  }
  const job = await createJob(store, project, order, model, request);
  await startGapLoop(store, { gapId, projectId: project.id, jobId: job.id });
  return job;
}
