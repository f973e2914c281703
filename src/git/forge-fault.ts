import { Fault } from '../lib/fault.ts';

/** Codes of forge faults in a job's record, explained in `docs/reference/errors.md`. */
export type ForgeFaultCode =
  | 'forge_unavailable'
  | 'forge_rate_limited'
  | 'forge_access_denied'
  | 'repository_not_found'
  | 'repository_empty'
  | 'repository_too_large'
  | 'repository_damaged'
  | 'ref_not_found'
  | 'push_rejected'
  | 'merge_conflict'
  | 'git_missing';

/** Transient faults, worth a retry. */
export const passingForgeFaults: readonly ForgeFaultCode[] = ['forge_unavailable', 'forge_rate_limited'];

/** `message` is public: one sentence that says what to do. `cause` holds the forge's own error. */
export class ForgeFault extends Fault<ForgeFaultCode> {
  /** Milliseconds that the forge asks us to wait. */
  readonly askedWaitMs: number | undefined;

  constructor(code: ForgeFaultCode, message: string, cause?: unknown, askedWaitMs?: number) {
    super(code, message, cause);
    this.askedWaitMs = askedWaitMs;
  }
}
