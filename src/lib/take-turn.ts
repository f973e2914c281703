import { setImmediate } from 'node:timers';

const waiting: (() => void)[] = [];

/**
 * Await this before work that takes milliseconds of CPU. Callers proceed in order, one per round of the event loop, so
 * that the loop accepts connections and writes streams in between. Otherwise connected clients would starve new ones,
 * because Node accepts connections once a round.
 */
export function takeTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  if (waiting.length === 1) setImmediate(next);
  return promise;
}

function next(): void {
  waiting[0]!();
  waiting.shift();
  if (waiting.length > 0) setImmediate(next);
}
