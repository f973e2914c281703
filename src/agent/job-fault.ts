import { DocentError } from '../errors.ts';
import { Fault } from '../lib/fault.ts';
import { ForgeFault, type ForgeFaultCode } from '../git/forge-fault.ts';
import { ModelFault } from '../models/model-fault.ts';
import { type ProviderProblem, problemOf } from '../models/provider-problem.ts';
import type { JobError } from '../store/jobs.ts';

/** Why a job failed, as its record shows it. `docs/reference/errors.md` explains each. */
type JobFaultCode =
  | ForgeFaultCode
  | 'cancelled'
  | 'budget_exhausted'
  | 'stuck'
  | 'model_not_configured'
  | 'model_unavailable'
  | 'model_access_denied'
  | 'model_quota_exhausted'
  | 'model_context_too_long'
  | 'model_refused'
  | 'secret_found'
  | 'site_would_break'
  | 'unsafe_change'
  | 'signing_failed'
  | 'no_docs'
  | 'internal';

/** A fault that ends a job. `message` is public: one sentence that says what to do. */
export class JobFault extends Fault<JobFaultCode> {}

const modelErrors: Record<ProviderProblem, JobError & { code: JobFaultCode }> = {
  key: {
    code: 'model_access_denied',
    message:
      "The model provider refused our key. Check the key of the job's model (DOCENT_AGENT_MODEL or DOCENT_MODEL), then send the job a message to go on.",
  },
  quota: {
    code: 'model_quota_exhausted',
    message:
      'The quota or credit at the model provider is used up. Add to it there, then send the job a message to go on.',
  },
  context_too_long: {
    code: 'model_context_too_long',
    message:
      "The job has read more than fits into the model's context. Create a new job that asks for less, or name a model with a larger context.",
  },
  busy: {
    code: 'model_unavailable',
    message:
      'The model provider asked us to wait for longer than a job does. Send the job a message to go on later.',
  },
  outage: {
    code: 'model_unavailable',
    message: 'The language model did not answer for a long time. Send the job a message to go on.',
  },
  refused: {
    code: 'model_refused',
    message:
      'The model provider refused the request itself. Check that DOCENT_AGENT_MODEL (or DOCENT_MODEL) names a model that takes tools, then send the job a message to go on.',
  },
};

/** Passes a forge's message on to the person who asked. @throws DocentError */
export async function passOnFaults<Value>(
  code: 'conflict' | 'invalid_request',
  work: () => Promise<Value>,
): Promise<Value> {
  return work().catch((error: unknown) => {
    throw error instanceof ForgeFault ? new DocentError(code, error.message, { cause: error }) : error;
  });
}

/** What people may read of an error. */
export const publicWords = (error: unknown): string =>
  error instanceof ForgeFault || error instanceof DocentError
    ? error.message
    : 'The log of the server says why.';

/** Any error of a job as a public fault. */
export function jobErrorOf(thrown: unknown): JobError {
  if (thrown instanceof JobFault || thrown instanceof ForgeFault)
    return { code: thrown.code, message: thrown.message };
  if (thrown instanceof ModelFault) return modelErrors[problemOf(thrown)];
  return {
    code: 'internal',
    message: 'Something went wrong on our side. Send the job a message to try again.',
  };
}
