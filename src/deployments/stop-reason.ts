import { DocentError } from '../errors.ts';

/** The abort reason when the server stops: deployments have not failed, and return to the queue. */
export const stopReason = new DocentError(
  'not_ready',
  'The server was stopped before the deployment ended. It is retried at the next start.',
);
