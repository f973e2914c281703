import { Fault } from '../lib/fault.ts';
import { ForgeFault, type ForgeFaultCode } from '../git/forge-fault.ts';
import { ModelFault } from '../models/model-fault.ts';
import type { JobError } from '../store/jobs.ts';

/** Why a job failed, as its record shows it. `docs/reference/errors.md` explains each. */
type JobFaultCode =
  | ForgeFaultCode
  | 'cancelled'
  | 'budget_exhausted'
  | 'stuck'
  | 'model_not_configured'
  | 'model_unavailable'
  | 'secret_found'
  | 'site_would_break'
  | 'unsafe_change'
  | 'no_docs'
  | 'internal';

/** Ends a job. `message` is public: one sentence that says what to do. */
export class JobFault extends Fault<JobFaultCode> {}

/** Whatever stopped a job, as an error that is safe to show. */
export function jobErrorOf(thrown: unknown): JobError {
  if (thrown instanceof JobFault || thrown instanceof ForgeFault)
    return { code: thrown.code, message: thrown.message };
  if (thrown instanceof ModelFault) {
    return {
      code: 'model_unavailable',
      message:
        'The language model did not answer. Check DOCENT_AGENT_MODEL and its key, then send a message to go on.',
    };
  }
  return {
    code: 'internal',
    message: 'Something went wrong on our side. Send a message to the job to try again.',
  };
}
