import type { Log } from '../lib/log.ts';
import { deleteUnusedSince } from '../store/retention.ts';
import type { Store } from '../store/store.ts';

const dayMs = 24 * 3600_000;
const hourMs = 3600_000;
const firstAfterMs = 60_000;

/**
 * Deletes conversations and searches once nobody has used them for so many days.
 * @returns how many threads were deleted
 */
export async function applyRetention(store: Store, days: number): Promise<number> {
  const before = (await store.now()) - days * dayMs;
  let deleted = 0;
  for (;;) {
    const { threads } = await deleteUnusedSince(store, before);
    deleted += threads;
    if (threads === 0) return deleted;
  }
}

/** Applies the retention every hour until it is told to stop; keeps no process alive. */
export function keepRetention(store: Store, days: number, log: Log): { stop(): void } {
  const apply = () =>
    void applyRetention(store, days).then(
      (threads) => threads > 0 && log.info({ threads, days }, 'old conversations deleted'),
      (error: unknown) => log.error({ error }, 'old conversations not deleted'),
    );
  const first = setTimeout(apply, firstAfterMs).unref();
  const hourly = setInterval(apply, hourMs).unref();
  return {
    stop() {
      clearTimeout(first);
      clearInterval(hourly);
    },
  };
}
