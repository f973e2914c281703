export const jobStatuses = ['active', 'completed', 'failed', 'archived'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** The phases of an active job, in order. Each can be repeated from its beginning. */
export const jobPhases = [
  'queued',
  'preparing',
  'running',
  'validating',
  'proving',
  'committing',
  'publishing',
] as const;
export type JobPhase = (typeof jobPhases)[number];
