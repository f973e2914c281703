import type { DeploymentProgress } from '../store/deployments.ts';

const writeEveryMs = 300;

/** Writes progress to the record, at intervals. @param write stores it */
export function writeProgress(
  write: (progress: DeploymentProgress) => Promise<unknown>,
): (progress: DeploymentProgress) => void {
  let writtenAt = -Infinity;
  return (progress) => {
    const now = performance.now();
    if (now - writtenAt < writeEveryMs) return;
    writtenAt = now;
    // Progress is informative: a failed write must not fail the work.
    write(progress).catch(() => {});
  };
}
