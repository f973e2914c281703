import type { Log } from '../lib/log.ts';
import { deleteAuditBefore, deleteUnusedSince, scrubDeleted } from '../store/retention.ts';
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
    if (threads > 0) continue;
    await scrubDeleted(store);
    return deleted;
  }
}

/** Deletes entries of the audit log that are older than so many days. */
export async function applyAuditRetention(store: Store, days: number): Promise<void> {
  await deleteAuditBefore(store, (await store.now()) - days * dayMs);
}

/** Applies the retention every hour until it is told to stop; keeps no process alive. Null keeps for ever. */
export function keepRetention(
  store: Store,
  { retentionDays, auditDays }: { retentionDays: number | null; auditDays: number | null },
  log: Log,
): { stop(): void } {
  const applyAll = async () => {
    if (auditDays !== null) await applyAuditRetention(store, auditDays);
    const threads = retentionDays === null ? 0 : await applyRetention(store, retentionDays);
    if (threads > 0) log.info({ threads, days: retentionDays }, 'old conversations deleted');
  };
  const apply = () =>
    void applyAll().catch((error: unknown) => log.error({ error }, 'old conversations not deleted'));
  const first = setTimeout(apply, firstAfterMs).unref();
  const hourly = setInterval(apply, hourMs).unref();
  return {
    stop() {
      clearTimeout(first);
      clearInterval(hourly);
    },
  };
}
