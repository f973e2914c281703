import { setTimeout } from 'node:timers/promises';

/**
 * PostgreSQL aborted it in favour of another: a deadlock, or a serialization failure.
 * https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html
 */
const codes = new Set(['40P01', '40001']);

const maxTries = 5;

/**
 * Runs a transaction, or a statement outside of any, again when PostgreSQL aborted it in favour of another.
 * @param run may be called several times; each time nothing of the call before is left
 */
export async function retryConflicts<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (tries === maxTries || !isUndone(error)) throw error;
      // Random, so that the two do not collide again.
      await setTimeout(Math.random() * 20 * tries);
    }
  }
}

function isUndone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && codes.has(String(error.code))) || isUndone(error.cause);
}
