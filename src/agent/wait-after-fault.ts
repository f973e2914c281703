import { ForgeFault } from '../git/forge-fault.ts';
import { ModelFault } from '../models/model-fault.ts';
import { problemOf, waitAskedBy } from '../models/provider-problem.ts';
import type { AgentLimits } from './agent-limits.ts';

/** Milliseconds, and the message for people who watch. */
type Wait = { afterMs: number; message: string };

/**
 * The policy for transient faults of forges and models: how long a job waits before it continues from its last step;
 * null when waiting cannot help, was tried often enough, or would take too long.
 * @param tries since the job's last progress, including this one
 */
export function waitAfterFault(error: unknown, tries: number, limits: AgentLimits): Wait | null {
  const passing = passingFault(error);
  const planned = limits.faultWaits[Math.max(tries - 1, 0)];
  if (passing === null || planned === undefined) return null;
  const { message, askedMs = 0 } = passing;
  if (askedMs > limits.maxAskedWait) return null;
  // Jitter: jobs that hit the same limit do not all return at once.
  const afterMs = Math.round(Math.max(planned, askedMs) * (1 + Math.random() / 10));
  return { afterMs, message: `${message} The job goes on in ${inWords(afterMs)}.` };
}

function passingFault(error: unknown): { message: string; askedMs?: number | undefined } | null {
  if (error instanceof ForgeFault) {
    if (error.code === 'forge_unavailable') return { message: 'The forge could not be reached.' };
    return error.code === 'forge_rate_limited'
      ? {
          message: 'The forge accepts no more requests from our account for now.',
          askedMs: error.askedWaitMs,
        }
      : null;
  }
  if (!(error instanceof ModelFault)) return null;
  const problem = problemOf(error);
  const askedMs = waitAskedBy(error);
  if (problem === 'busy') return { message: 'The model provider asked us to wait.', askedMs };
  return problem === 'outage' ? { message: 'The model did not answer.', askedMs } : null;
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}
