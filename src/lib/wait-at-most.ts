/**
 * Resolves when the promise is settled, or after so many milliseconds. Errors are ignored here; await the promise
 * itself to see them.
 */
export async function waitAtMost(ms: number, promise: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([promise.catch(() => {}), late]);
  clearTimeout(timer);
}
