import { setImmediate } from 'node:timers';

const waiting: (() => void)[] = [];

/**
 * To be awaited before a piece of work that keeps the processor for milliseconds. Those who wait get their turn in the
 * order in which they came, one in each round of the event loop, so that between two of them connections are taken and
 * streams written. Without it whoever is connected already is served again and again before others are let in: Node takes
 * a new connection once a round.
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
