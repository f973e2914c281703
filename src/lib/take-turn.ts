import { setImmediate } from 'node:timers';

const waiting = { begun: [] as (() => void)[], new: [] as (() => void)[] };
let isNext = false;

/**
 * Await this before work that takes milliseconds of CPU. Callers proceed in order, one per round of the event loop,
 * so that the loop accepts connections and writes streams in between. Otherwise connected clients would starve new
 * ones, because Node accepts connections once a round.
 * @param of `begun`: continues earlier work. It goes first, so that answers finish one after another instead of all
 * late.
 */
export function takeTurn(of: keyof typeof waiting = 'new'): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting[of].push(resolve);
  if (!isNext) setImmediate(next);
  isNext = true;
  return promise;
}

function next(): void {
  (waiting.begun.shift() ?? waiting.new.shift())!();
  isNext = waiting.begun.length + waiting.new.length > 0;
  if (isNext) setImmediate(next);
}
