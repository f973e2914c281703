import type { RetryLimits } from '../models/start-call.ts';

/** What a job may use up, and how often it is tried again. Times in milliseconds. */
export type AgentLimits = {
  budget: { steps: number; tokens: number; costMicros: number; timeMs: number };
  /** Rounds in which findings go back to the model. */
  validations: number;
  concurrency: { perProject: number; perWorker: number };
  /** Waits before another try when a forge is down; used up, the job fails. */
  forgeRetries: number[];
  modelRetries: RetryLimits;
  /** Claims without a finished step after which a job is given up: it may be what kills its workers. */
  maxStalls: number;
};

export const agentLimits: AgentLimits = {
  budget: { steps: 50, tokens: 2_000_000, costMicros: 5_000_000, timeMs: 10 * 60_000 },
  validations: 3,
  concurrency: { perProject: 2, perWorker: 10 },
  forgeRetries: [2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 60_000],
  modelRetries: { tries: 4, firstWait: 2_000, maxWait: 60_000 },
  maxStalls: 12,
};
