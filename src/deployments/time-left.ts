import type { DeploymentStep, StepName } from '../store/deploy-tables.ts';

const order: StepName[] = ['queued', 'reading', 'parsing', 'indexing', 'live'];

/** Milliseconds of a step before its rate is meaningful. */
const earliest = 1_000;

/**
 * Seconds until a deployment answers: its step under way goes on as fast as it went, or as fast as in the deployment
 * before, and those to come take as long as they took there. Null when nothing can be told.
 * @param before the steps of the deployment before; none for the first one
 */
export function timeLeft(
  steps: readonly DeploymentStep[],
  before: readonly DeploymentStep[],
  now: number,
): number | null {
  const current = steps.at(-1);
  if (current === undefined || current.endedAt !== null || !order.includes(current.name)) return null;
  const ofStep = restOf(current, before.find(sameAs(current.name)), now);
  if (ofStep === null) return null;
  const later = order.slice(order.indexOf(current.name) + 1);
  const then = later.reduce((sum, name) => sum + lengthOf(before.find(sameAs(name))), 0);
  return Math.ceil((ofStep + then) / 1000);
}

function restOf(
  { startedAt, done, total }: DeploymentStep,
  earlier: DeploymentStep | undefined,
  now: number,
): number | null {
  const spent = now - startedAt;
  if (total !== null && done !== null && done > 0 && spent >= earliest)
    return ((total - done) * spent) / done;
  if (earlier === undefined) return null;
  const isCounted = total !== null && earlier.total !== null && earlier.total > 0;
  const whole = isCounted ? (lengthOf(earlier) * total) / earlier.total! : lengthOf(earlier);
  return Math.max(0, whole - spent);
}

const sameAs =
  (name: StepName) =>
  (step: DeploymentStep): boolean =>
    step.name === name;

/** The time in the queue predicts nothing. */
function lengthOf(step: DeploymentStep | undefined): number {
  return step === undefined || step.endedAt === null || step.name === 'queued'
    ? 0
    : step.endedAt - step.startedAt;
}
