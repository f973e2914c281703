import { sql } from 'kysely';
import { summarizeThread } from './analytics-tables.ts';
import { eraseQuestionsIn, eraseQuestionsOf } from './channel-questions.ts';
import { inTransaction, type Store } from './store.ts';
import { forgetInTopics, listTopicsOfThreads, lockTopics } from './topic-counts.ts';
import { eraseCopies } from './turn-copies.ts';

type Deleted = { threads: number };

/** Deletes every thread that `fp` wrote in, with everything that belongs to it, and the searches of that `fp`. */
export async function deleteThreadsOf(store: Store, by: { projectId: string; fp: string }): Promise<Deleted> {
  return inTransaction(store, async (transaction) => {
    const { db } = transaction;
    const begun = db
      .selectFrom('threads')
      .select('id')
      .where('projectId', '=', by.projectId)
      .where('fp', '=', by.fp);
    const joined = db.selectFrom('turns').select('threadId as id').where('projectId', '=', by.projectId).where('fp', '=', by.fp); // prettier-ignore
    const rows = await begun.union(joined).execute();
    for (let at = 0; at < rows.length; at += atOnce) {
      const threadIds = rows.slice(at, at + atOnce).map(({ id }) => id);
      await eraseThreads(transaction, { projectId: by.projectId, threadIds });
    }
    await eraseQuestionsOf(transaction, by);
    await db.deleteFrom('searches').where('projectId', '=', by.projectId).where('fp', '=', by.fp).execute();
    return { threads: rows.length };
  });
}

const atOnce = 500;

/** Deletes one thread; false when the project has none of this id. */
export async function eraseThread(
  store: Store,
  { projectId, threadId }: { projectId: string; threadId: string },
): Promise<boolean> {
  return inTransaction(
    store,
    async (within) => (await eraseThreads(within, { projectId, threadIds: [threadId] })) > 0,
  );
}

/** Deletes one turn, also an unfinished one, as `eraseThread` does, and its thread with the last one. */
export async function eraseTurn(
  store: Store,
  { projectId, messageId }: { projectId: string; messageId: string },
): Promise<void> {
  await inTransaction(store, async (within) => {
    const { db } = within;
    const all = db
      .selectFrom('turns')
      .select(['projectId', 'threadId', 'messageId'])
      .unionAll(db.selectFrom('openTurns').select(['projectId', 'threadId', 'messageId']));
    const turns = db.selectFrom(all.as('all')).select('threadId').where('projectId', '=', projectId);
    const turn = await turns.where('messageId', '=', messageId).executeTakeFirst();
    if (turn === undefined) return;
    const { threadId } = turn;
    const thread = { projectId, threadIds: [threadId] };
    const others = turns.where('threadId', '=', threadId).where('messageId', '!=', messageId);
    if ((await others.executeTakeFirst()) === undefined) return void (await eraseThreads(within, thread));
    const topicIds = await listTopicsOfThreads(within, thread);
    await lockTopics(within, topicIds);
    await eraseCopies(within, { ...thread, messageId });
    for (const table of ['feedback', 'openTurns', 'turns'] as const)
      await db
        .deleteFrom(table)
        .where('projectId', '=', projectId)
        .where('messageId', '=', messageId)
        .execute();
    await sql`update threads set ${sql.raw(summarizeThread)}
      where "projectId" = ${projectId} and id = ${threadId}`.execute(db);
    await forgetInTopics(within, topicIds);
  });
}

/** Deletes threads with their turns and feedback, and all copies of their text. */
async function eraseThreads(
  store: Store,
  by: { projectId: string; threadIds: readonly string[] },
): Promise<number> {
  const { db } = store;
  const topicIds = await listTopicsOfThreads(store, by);
  // Deleting a turn changes the topic that it names.
  await lockTopics(store, topicIds);
  await eraseCopies(store, by);
  await eraseQuestionsIn(store, by);
  await db
    .deleteFrom('feedback')
    .where('projectId', '=', by.projectId)
    .where('messageId', 'in', (turns) =>
      turns
        .selectFrom('turns')
        .select('messageId')
        .where('projectId', '=', by.projectId)
        .where('threadId', 'in', by.threadIds),
    )
    .execute();
  const deleted = await db
    .deleteFrom('threads')
    .where('projectId', '=', by.projectId)
    .where('id', 'in', by.threadIds)
    .returning('id')
    .execute();
  await forgetInTopics(store, topicIds);
  return deleted.length;
}

/**
 * Deletes old data of every project: threads with their turns and feedback, and searches, last used before `time`. At
 * most `max` of each per call, which bounds the transaction.
 * @returns how many threads were deleted, and whether nothing is left to delete
 */
export async function deleteUnusedSince(
  store: Store,
  time: number,
  max = atOnce,
): Promise<Deleted & { isAll: boolean }> {
  return inTransaction(store, async (transaction) => {
    const rows = await transaction.db
      .selectFrom('threads')
      .select(['projectId', 'id'])
      .where('updatedAt', '<', time)
      .limit(max)
      .execute();
    for (const [projectId, threads] of Map.groupBy(rows, ({ projectId }) => projectId))
      await eraseThreads(transaction, { projectId, threadIds: threads.map(({ id }) => id) });
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
 * Removes deleted data from SQLite's write-ahead log, too. Must run outside a transaction.
 * https://sqlite.org/pragma.html#pragma_wal_checkpoint
 */
export async function scrubDeleted(store: Store): Promise<void> {
  if (store.kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
}
