import { DocentError } from '../errors.ts';

/** The abort reason when the server stops: deployments have not failed, and return to the queue. */
export const stopReason = new DocentError(
  'not_ready',
  'The server was stopped before it was done. It is tried again at the next start.',
);
