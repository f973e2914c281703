import type { Log } from '../lib/log.ts';
import { deleteUnusedSince } from '../store/retention.ts';
import type { Store } from '../store/store.ts';
import type { WorkKind } from '../work/work-kind.ts';

const dayMs = 24 * 3600_000;

/**
 * Deletes conversations and searches once nobody has used them for so many days, a batch at a time.
 * @returns how many threads were deleted
 */
export async function applyRetention(store: Store, days: number, signal?: AbortSignal): Promise<number> {
  const before = (await store.now()) - days * dayMs;
  let deleted = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { threads, isAll } = await deleteUnusedSince(store, before);
    deleted += threads;
    if (isAll) return deleted;
  }
}

/** The retention, as work that is done every hour, on one server at a time. */
export function retentionKind(store: Store, days: number, log: Log): WorkKind {
  return {
    name: 'retention',
    maxAtOnce: 1,
    schedule: { firstMs: 60_000, everyMs: 3600_000 },
    retryAfterMs: [],
    async handle(_, signal) {
      const threads = await applyRetention(store, days, signal);
      if (threads > 0) log.info({ threads, days }, 'old conversations deleted');
    },
  };
}
