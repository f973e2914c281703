import type { RetryLimits } from '../models/run-call.ts';

/** What a job may use up, and how often it is tried again. Times in milliseconds. */
export type AgentLimits = {
  budget: { steps: number; tokens: number; costMicros: number; timeMs: number };
  /** Rounds in which findings go back to the model. */
  validations: number;
  concurrency: { perProject: number; perWorker: number };
  /** Waits between retries when a forge or the model is down or busy; after the last one the job fails. */
  faultWaits: number[];
  /** The longest wait that we accept from a forge or a provider. */
  maxAskedWait: number;
  /** Retries within one step, before the job itself waits. */
  modelRetries: RetryLimits;
  /** Claims without a finished step after which a job fails: it may be crashing its workers. */
  maxStalls: number;
};

export const agentLimits: AgentLimits = {
  budget: { steps: 50, tokens: 2_000_000, costMicros: 5_000_000, timeMs: 10 * 60_000 },
  validations: 3,
  concurrency: { perProject: 2, perWorker: 10 },
  // Half an hour in total: most outages are shorter, and a change based on yesterday's docs is of little use.
  faultWaits: [5_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 600_000],
  // The longest rate limit windows of forges are one hour.
  maxAskedWait: 3_900_000,
  modelRetries: { tries: 3, firstWait: 1_000, maxWait: 10_000 },
  maxStalls: 12,
};
