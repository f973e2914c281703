import { sql } from 'kysely';
import { sumTopicMonths } from './month-tables.ts';
import { inTransaction, type Store } from './store.ts';

const ofTopic = sql`from "gapTurns" where "gapTurns"."gapId" = gaps.id`;
const counted = sql<number>`(select count(*) ${ofTopic})`;

/** Locks topics in the order of their ids, so that concurrent changes wait instead of deadlocking. */
export async function lockTopics({ db, kind }: Store, ids: readonly string[]): Promise<void> {
  // On SQLite a transaction is the only writer.
  if (kind === 'sqlite' || ids.length === 0) return;
  await db.selectFrom('gaps').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

/** Counts the questions of topics, in all and by month, after some came or went. */
export async function recountTopics(store: Store, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  // Of two concurrent counts, the second sees what the first wrote.
  await lockTopics(store, ids);
  await store.db
    .updateTable('gaps')
    .set({
      count: counted,
      unanswered: sql`(select count(*) ${ofTopic} and status in ('unanswered', 'partial'))`,
      createdAt: sql`coalesce((select min("createdAt") ${ofTopic}), gaps."createdAt")`,
      lastAskedAt: sql`coalesce((select max("createdAt") ${ofTopic}), gaps."lastAskedAt")`,
    })
    .where('id', 'in', ids)
    .execute();
  await sumMonths(store, ids);
}

async function sumMonths({ db }: Store, ids: string[]): Promise<void> {
  await db.deleteFrom('topicMonths').where('gapId', 'in', ids).execute();
  await sql`${sql.raw(sumTopicMonths)} where "gapId" in (${sql.join(ids)}) group by 1, 2, 3`.execute(db);
}

/** Sums the months of topics again that a server of the version before has changed: it does not know of them. */
export async function renewMonths(store: Store, projectId: string): Promise<void> {
  const sums = store.db
    .selectFrom('topicMonths')
    .select(['gapId', sql<number>`sum(answered + partial + unanswered + failed)`.as('summed')])
    .where('projectId', '=', projectId)
    .groupBy('gapId');
  const changed = await store.db
    .selectFrom('gaps')
    .leftJoin(sums.as('sums'), 'sums.gapId', 'gaps.id')
    .select('gaps.id')
    .where('gaps.projectId', '=', projectId)
    .where(sql<boolean>`gaps.count <> coalesce(summed, 0)`)
    .limit(500)
    .execute();
  if (changed.length === 0) return;
  await inTransaction(store, (within) => recountTopics(within, changed.map(({ id }) => id))); // prettier-ignore
}

/** The topics that have questions of these threads. */
export async function listTopicsOfThreads(
  { db }: Store,
  by: { projectId: string; threadIds: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('gapTurns')
    .innerJoin('turns', 'turns.id', 'gapTurns.turnId')
    .select('gapTurns.gapId')
    .distinct()
    .where('turns.projectId', '=', by.projectId)
    .where('turns.threadId', 'in', by.threadIds)
    .execute();
  return rows.map(({ gapId }) => gapId);
}

/** In a larger topic, the vector reveals nothing about a single deleted question. */
const fewQuestions = 20;

/** Recounts topics after a deletion, marks small ones for new vectors, and deletes empty ones. */
export async function forgetInTopics(store: Store, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await recountTopics(store, ids);
  const of = store.db.updateTable('gaps').where('id', 'in', ids);
  await of.set({ model: '' }).where('count', '<=', fewQuestions).execute();
  await deleteEmptyTopics(store, ids);
}

/** Deletes those of these topics that have no question left. */
export async function deleteEmptyTopics({ db }: Store, ids: string[]): Promise<void> {
  await db.deleteFrom('gaps').where('id', 'in', ids).where('count', '=', 0).execute();
}
