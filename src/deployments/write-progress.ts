import type { DeploymentProgress } from '../store/deployments.ts';

const writeEveryMs = 300;

/** Writes progress for others to see, now and then. @param write stores it */
export function writeProgress(
  write: (progress: DeploymentProgress) => Promise<unknown>,
): (progress: DeploymentProgress) => void {
  let writtenAt = -Infinity;
  return (progress) => {
    const now = performance.now();
    if (now - writtenAt < writeEveryMs) return;
    writtenAt = now;
    // It only shows: that it cannot be written must not fail the work.
    write(progress).catch(() => {});
  };
}
