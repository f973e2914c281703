import type { DeploymentProgress } from '../store/deployments.ts';

export type Step = Pick<DeploymentProgress, 'phase' | 'done' | 'total'>;

/** Milliseconds of a phase before its rate is meaningful. */
const earliest = 1_000;
/** So many steps, or a twentieth: the first ones wait for processes that start. */
const enough = 100;

const writeEveryMs = 300;

/**
 * Adds the estimated time to the end of a phase, from its rate so far.
 * @param report told of every change
 * @param write stores the progress, at intervals
 */
export function measureProgress(
  report: (progress: DeploymentProgress) => void,
  write: (progress: DeploymentProgress) => Promise<unknown>,
): (step: Step) => void {
  let phase = '';
  let first = 0;
  let began = 0;
  let writtenAt = -Infinity;
  return (step) => {
    const now = performance.now();
    if (step.phase !== phase) {
      phase = step.phase;
      // Work that was done before, such as cached vectors, must not count in the rate.
      first = step.done;
      began = now;
    }
    const spent = now - began;
    const done = step.done - first;
    const known = spent >= earliest && done > 0 && done >= Math.min(enough, (step.total - first) / 20);
    const secondsLeft = known ? Math.ceil(((step.total - step.done) * spent) / done / 1000) : null;
    const progress = { ...step, secondsLeft };
    report(progress);
    if (now - writtenAt < writeEveryMs) return;
    writtenAt = now;
    // Progress is informative: a failed write must not fail the work.
    write(progress).catch(() => {});
  };
}
