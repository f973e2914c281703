import { sql } from 'kysely';
import { inTransaction, type Store } from './store.ts';

type Deleted = { threads: number };

/** Deletes every thread that `fp` started in a project, with its turns and feedback, and the searches of that `fp`. */
export async function deleteThreadsOf(store: Store, by: { projectId: string; fp: string }): Promise<Deleted> {
  return inTransaction(store, async (transaction) => {
    const rows = await transaction.db
      .selectFrom('threads')
      .select('id')
      .where('projectId', '=', by.projectId)
      .where('fp', '=', by.fp)
      .execute();
    for (const { id } of rows) await eraseThread(transaction, { projectId: by.projectId, threadId: id });
    await transaction.db
      .deleteFrom('searches')
      .where('projectId', '=', by.projectId)
      .where('fp', '=', by.fp)
      .execute();
    return { threads: rows.length };
  });
}

/** Deletes one thread; false when the project has none of this id. */
export async function eraseThread(
  store: Store,
  by: { projectId: string; threadId: string },
): Promise<boolean> {
  await store.db
    .deleteFrom('feedback')
    .where('projectId', '=', by.projectId)
    .where('messageId', 'in', (turns) =>
      turns
        .selectFrom('turns')
        .select('messageId')
        .where('projectId', '=', by.projectId)
        .where('threadId', '=', by.threadId),
    )
    .execute();
  const deleted = await store.db
    .deleteFrom('threads')
    .where('projectId', '=', by.projectId)
    .where('id', '=', by.threadId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/**
 * Deletes what was last used before `time`, of every project: threads with their turns and feedback, and searches.
 * At most `max` of each a call, so that no transaction grows without bound.
 * @returns how many threads were deleted, and whether that was all there is to delete
 */
export async function deleteUnusedSince(
  store: Store,
  time: number,
  max = 500,
): Promise<Deleted & { isAll: boolean }> {
  return inTransaction(store, async (transaction) => {
    const rows = await transaction.db
      .selectFrom('threads')
      .select(['projectId', 'id'])
      .where('updatedAt', '<', time)
      .limit(max)
      .execute();
    for (const { projectId, id } of rows) await eraseThread(transaction, { projectId, threadId: id });
    const searches = await transaction.db
      .deleteFrom('searches')
      .where('id', 'in', (old) =>
        old.selectFrom('searches').select('id').where('createdAt', '<', time).limit(max),
      )
      .returning('id')
      .execute();
    return { threads: rows.length, isAll: rows.length < max && searches.length < max };
  });
}

/** Deletes audit entries that were made before `time`, of every organization. */
export async function deleteAuditBefore(store: Store, time: number): Promise<void> {
  await store.db.deleteFrom('auditEntries').where('createdAt', '<', time).execute();
}

/**
 * Takes what was deleted out of SQLite's write-ahead log, too. Not for use inside a transaction.
 * https://sqlite.org/pragma.html#pragma_wal_checkpoint
 */
export async function scrubDeleted(store: Store): Promise<void> {
  if (store.kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
}
