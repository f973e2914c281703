import type { Job, JobChanges } from '../store/jobs.ts';

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
