import { DocentError } from '../errors.ts';

/** What signals are aborted with when the server is told to stop: no deployment is to blame, and each waits again. */
export const stopReason = new DocentError(
  'not_ready',
  'The server was stopped before it was done. It is tried again at the next start.',
);
