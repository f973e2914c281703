/** Resolves when the promise is settled, or after so many milliseconds. Who wants to know of its error asks it. */
export async function waitAtMost(ms: number, promise: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([promise.catch(() => {}), late]);
  clearTimeout(timer);
}
