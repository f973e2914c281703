import type { Job, JobChanges } from '../store/jobs.ts';

/** What a job is when a message begins work on it anew: active, with fresh budgets. */
export function nextRound(job: Job, phase: 'queued' | 'running', now: number): JobChanges {
  return {
    status: 'active',
    phase,
    round: job.round + 1,
    roundStartedAt: now,
    finish: null,
    findings: [],
    error: null,
    validations: 0,
    endedAt: null,
  };
}
