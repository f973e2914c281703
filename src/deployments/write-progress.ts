const writeEveryMs = 300;

/**
 * Writes progress to the record at intervals, and not on every change.
 * @param write stores the latest progress
 * @returns a function to call after each change; with true, it writes at once
 */
export function writeProgress(write: () => Promise<unknown>): (isUrgent?: boolean) => void {
  let writtenAt = -Infinity;
  return (isUrgent = false) => {
    const now = performance.now();
    if (!isUrgent && now - writtenAt < writeEveryMs) return;
    writtenAt = now;
    // Progress is informative: a failed write must not fail the work.
    write().catch(() => {});
  };
}
