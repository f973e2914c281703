import { inspect } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds: a hundred times what the longest wait takes on a quiet machine. */
export const patience = 300_000;

/**
 * Looks until it is so, for what happens by itself: every 20 ms at first, and less often the longer it takes.
 * @throws Error with what was seen last
 */
export async function eventually<Value>(
  look: () => Value | Promise<Value>,
  isSo: (value: Value) => boolean,
): Promise<Value> {
  const start = performance.now();
  for (;;) {
    const value = await look();
    if (isSo(value)) return value;
    const waited = performance.now() - start;
    if (waited > patience)
      throw new Error(`It was still not so after ${patience / 1000} s: ${inspect(value, { depth: 6 })}`);
    await sleep(Math.min(Math.max(20, waited / 20), 100));
  }
}
