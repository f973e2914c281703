import { DocentError } from '../errors.ts';
import type { JobStatus } from '../lib/job-status.ts';
import type { Job, JobChanges } from '../store/jobs.ts';

export type JobMove = 'complete' | 'fail' | 'cancel' | 'follow-up' | 'archive';

const moves: Record<JobMove, { from: JobStatus[]; to: JobStatus; refusal: string }> = {
  complete: { from: ['active'], to: 'completed', refusal: 'The job is not active.' },
  fail: { from: ['active'], to: 'failed', refusal: 'The job is not active.' },
  cancel: { from: ['active'], to: 'failed', refusal: 'Only an active job can be cancelled.' },
  'follow-up': {
    from: ['active', 'completed', 'failed'],
    to: 'active',
    refusal: 'An archived job takes no further messages. Create a new job.',
  },
  archive: {
    from: ['completed', 'failed', 'archived'],
    to: 'archived',
    refusal: 'An active job cannot be archived. Cancel it first, or wait until it ends.',
  },
};

/** The status after a move. @throws DocentError `conflict` when the move is not allowed */
export function moveJob(status: JobStatus, move: JobMove): JobStatus {
  const { from, to, refusal } = moves[move];
  if (!from.includes(status)) throw new DocentError('conflict', refusal);
  return to;
}

/** The fields of a job when a message starts a new round: active, with a fresh budget and the current model. */
export function nextRound(job: Job, phase: 'queued' | 'running', now: number, model: string): JobChanges {
  return {
    model,
    status: 'active',
    phase,
    round: job.round + 1,
    roundStartedAt: now,
    finish: null,
    findings: [],
    error: null,
    waitsFor: null,
    validations: 0,
    endedAt: null,
  };
}
