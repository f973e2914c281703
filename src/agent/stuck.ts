import type { ToolRecord } from './tool-record.ts';

const sameCalls = 3;
const failedCalls = 6;
const silentSteps = 3;

/**
 * Whether the model goes in circles: the same call with the same outcome again and again, nothing but failures, or no
 * calls at all.
 * @param steps the tool calls of each step of this round, oldest first
 */
export function isStuck(steps: readonly ToolRecord[][]): boolean {
  if (steps.length >= silentSteps && steps.slice(-silentSteps).every((calls) => calls.length === 0))
    return true;
  // Calls of finish are bounded by the rounds of checks.
  const calls = steps.flat().filter(({ name }) => name !== 'finish');
  const last = calls.at(-1);
  if (last === undefined) return false;
  const same = calls.slice(-sameCalls).every(({ hash }) => hash === last.hash);
  if (calls.length >= sameCalls && same) return true;
  return calls.length >= failedCalls && calls.slice(-failedCalls).every(({ ok }) => !ok);
}
