import type { ToolRecord } from './job-step.ts';

const sameCalls = 3;
const failedCalls = 6;
const silentSteps = 3;

/**
 * Whether the model goes in circles: repeated calls with the same outcome, only failures, or no calls at all.
 * @param steps the tool calls of each step of this round, oldest first
 */
export function isStuck(steps: readonly ToolRecord[][]): boolean {
  if (steps.length >= silentSteps && steps.slice(-silentSteps).every((calls) => calls.length === 0))
    return true;
  // Calls of finish are bounded by the number of validations. Equal calls within one step count once.
  const tries = steps.map((calls) => [
    ...new Map(calls.filter(({ name }) => name !== 'finish').map((call) => [call.hash, call])).values(),
  ]);
  const calls = tries.flat();
  const last = calls.at(-1);
  if (last === undefined) return false;
  const same = calls.slice(-sameCalls).every(({ hash }) => hash === last.hash);
  if (calls.length >= sameCalls && same) return true;
  // All failures of one step count once, because the model has not seen any of them yet.
  const learnt = tries.length >= 2 && tries.slice(-2).every((step) => step.every(({ ok }) => !ok));
  return learnt && calls.length >= failedCalls && calls.slice(-failedCalls).every(({ ok }) => !ok);
}
