import { Fault } from '../lib/fault.ts';

/** What can go wrong at a forge, as a job's record shows it. `docs/reference/errors.md` explains each. */
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
  | 'merge_conflict';

/** What may be otherwise in a while. */
export const passingForgeFaults: readonly ForgeFaultCode[] = ['forge_unavailable', 'forge_rate_limited'];

/** `message` is public: one sentence that says what to do. What the forge really said rides in `cause`. */
export class ForgeFault extends Fault<ForgeFaultCode> {
  /** Milliseconds that the forge asks to be left alone. */
  readonly askedWaitMs: number | undefined;

  constructor(code: ForgeFaultCode, message: string, cause?: unknown, askedWaitMs?: number) {
    super(code, message, cause);
    this.askedWaitMs = askedWaitMs;
  }
}
