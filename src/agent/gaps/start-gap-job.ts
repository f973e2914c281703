import { DocentError } from '../../errors.ts';
import { isGapUnderWay } from '../../lib/gap-loop-state.ts';
import { findTopic, type Topic } from '../../store/topics.ts';
import { listTopicQuestions } from '../../store/topic-questions.ts';
import { findGapLoop, lockGap, startGapLoop } from '../../store/gap-loops.ts';
import type { Job, JobRequest } from '../../store/jobs.ts';
import type { Project } from '../../store/projects.ts';
import type { Store } from '../../store/store.ts';
import { noteCopies } from '../../store/turn-copies.ts';
import { createJob, type JobOrder } from '../manage-jobs.ts';

/**
 * Starts a job that closes a gap and the work that follows it to its proof, in the transaction of `store`.
 * @throws DocentError `not_found`, `conflict` while another job works on the gap
 */
export async function startGapJob(
  store: Store,
  project: Project,
  gapId: string,
  order: JobOrder,
  model: string,
  request: JobRequest | null,
): Promise<Job> {
  await takeGap(store, { gapId, projectId: project.id, jobId: null });
  const job = await createJob(store, project, order, model, request);
  await followGapJob(store, { gapId, projectId: project.id, jobId: job.id });
  return job;
}

/** A prompt quotes the newest questions; more may have come since it was drafted. */
const quotable = 20;

/** @throws DocentError `not_found`, `conflict` while another job than this works on the gap */
async function takeGap(
  store: Store,
  { gapId, projectId, jobId }: { gapId: string; projectId: string; jobId: string | null },
): Promise<Topic> {
  await lockGap(store, gapId);
  const gap = await findTopic(store, { projectId, id: gapId });
  if (gap === undefined) throw new DocentError('not_found', 'There is no content gap with this id.');
  const loop = await findGapLoop(store, gapId);
  if (gap.status !== 'open' || loop === undefined || loop.jobId === jobId || !isGapUnderWay(loop)) return gap;
  throw new DocentError(
    'conflict',
    `The job ${loop.jobId} is at work on this gap. Follow it up, or cancel it first.`,
  );
}

/**
 * Follows a gap's job, and records whose questions its prompt quotes: they are deleted with those questions.
 * @throws DocentError `not_found`, `conflict` while another job works on the gap
 */
export async function followGapJob(
  store: Store,
  link: { gapId: string; projectId: string; jobId: string },
): Promise<void> {
  const gap = await takeGap(store, link);
  await startGapLoop(store, link);
  const quoted = await listTopicQuestions(store, link.gapId, quotable);
  const turnIds = quoted.flatMap(({ turnId, afterTurnId }) => [turnId, afterTurnId]);
  await noteCopies(store, { kind: 'job', subject: link.jobId }, [gap.labelTurnId, ...turnIds]);
}
