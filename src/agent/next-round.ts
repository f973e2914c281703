import type { Job, JobChanges } from '../store/jobs.ts';

/** What a job is when a message begins work on it anew: active, with fresh budgets and today's model. */
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
    validations: 0,
    endedAt: null,
  };
}
