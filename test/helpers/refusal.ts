import assert from 'node:assert/strict';
import { DocentError } from '../../src/errors.ts';

/** The error that a promise was refused with. Fails when it was not, or when it was anything but a DocentError. */
export async function refusalOf(promise: Promise<unknown>): Promise<DocentError> {
  const outcome = await promise.then(
    () => 'no refusal',
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof DocentError, String(outcome));
  return outcome;
}
