const writeEveryMs = 300;

/**
 * Writes what others are to see now and then, not each time that it changes.
 * @param write stores it as it is by then
 * @returns to be called after each change; with true when it is to be written at once
 */
export function writeProgress(write: () => Promise<unknown>): (isUrgent?: boolean) => void {
  let writtenAt = -Infinity;
  return (isUrgent = false) => {
    const now = performance.now();
    if (!isUrgent && now - writtenAt < writeEveryMs) return;
    writtenAt = now;
    // It only shows: that it cannot be written must not fail the work.
    write().catch(() => {});
  };
}
