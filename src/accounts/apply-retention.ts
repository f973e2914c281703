import type { Log } from '../lib/log.ts';
import { deleteOldRequestKeys } from '../store/request-keys.ts';
import { deleteAuditBefore, deleteUnusedSince, scrubDeleted } from '../store/retention.ts';
import type { Store } from '../store/store.ts';
import type { WorkKind } from '../work/work-kind.ts';

const dayMs = 24 * 3600_000;

/**
 * Deletes conversations and searches that have not been used for the given number of days, in batches.
 * @returns how many threads were deleted
 */
export async function applyRetention(store: Store, days: number, signal?: AbortSignal): Promise<number> {
  const before = (await store.now()) - days * dayMs;
  let deleted = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { threads, isAll } = await deleteUnusedSince(store, before);
    deleted += threads;
    if (!isAll) continue;
    await scrubDeleted(store);
    return deleted;
  }
}

/** Deletes audit log entries that are older than the given number of days. */
export async function applyAuditRetention(store: Store, days: number): Promise<void> {
  await deleteAuditBefore(store, (await store.now()) - days * dayMs);
}

/** Applies the retention settings every hour, on one server at a time. Null keeps data for ever. */
export function retentionKind(
  store: Store,
  { retentionDays, auditDays }: { retentionDays: number | null; auditDays: number | null },
  log: Log,
): WorkKind {
  return {
    name: 'retention',
    maxAtOnce: 1,
    schedule: { firstMs: 60_000, everyMs: 3600_000 },
    retryAfterMs: [],
    async handle(_, signal) {
      await deleteOldRequestKeys(store);
      if (auditDays !== null) await applyAuditRetention(store, auditDays);
      const threads = retentionDays === null ? 0 : await applyRetention(store, retentionDays, signal);
      if (threads > 0) log.info({ threads, days: retentionDays }, 'old conversations deleted');
    },
  };
}
