import { Fault } from '../lib/fault.ts';

/** What can go wrong at a forge, as a job's record shows it. `docs/reference/errors.md` explains each. */
export type ForgeFaultCode =
  | 'forge_unavailable'
  | 'forge_access_denied'
  | 'repository_not_found'
  | 'repository_empty'
  | 'repository_too_large'
  | 'repository_damaged'
  | 'ref_not_found'
  | 'push_rejected'
  | 'merge_conflict';

/** `message` is public: one sentence that says what to do. What the forge really said rides in `cause`. */
export class ForgeFault extends Fault<ForgeFaultCode> {}
