import type { DeploymentProgress } from '../store/deployments.ts';

export type Step = Pick<DeploymentProgress, 'phase' | 'done' | 'total'>;

/** Milliseconds of a phase before its rate says anything. */
const earliest = 1_000;

/** Adds how long a phase still takes, from how fast it went since it began. */
export function measureProgress(report: (progress: DeploymentProgress) => void): (step: Step) => void {
  let phase = '';
  let first = 0;
  let began = 0;
  return (step) => {
    const now = performance.now();
    if (step.phase !== phase) {
      phase = step.phase;
      // What was done before, as vectors that are known, went at no rate.
      first = step.done;
      began = now;
    }
    const spent = now - began;
    const done = step.done - first;
    const known = spent >= earliest && done > 0;
    const secondsLeft = known ? Math.ceil(((step.total - step.done) * spent) / done / 1000) : null;
    report({ ...step, secondsLeft });
  };
}
