import { sql } from 'kysely';
import { isGapUnderWay } from '../lib/gap-loop-state.ts';
import { findGapLoop, moveGapLoop, startGapLoop } from './gap-loops.ts';
import { inTransaction, type Store } from './store.ts';
import { deleteEmptyTopics, lockTopics, recountTopics } from './topic-counts.ts';
import { findTopic, mergeRows, type Topic } from './topics.ts';

const keptMs = 86_400_000;
const atOnce = 500;

type Edited = Pick<Topic, 'ownerId' | 'jobId' | 'note'>;

/** Two topics before a person merged them. */
type Before = {
  from: Edited & Pick<Topic, 'status' | 'name' | 'createdAt' | 'lastAskedAt'>;
  into: Edited;
  turnIds: string[];
  isUnderWay: boolean;
};

type Merge = { projectId: string; from: string; into: string };

/**
 * Merges two topics. Name, note, owner and job stay those of `into`, or come from `from` where it has none.
 * @param byPerson from then on the topic is never merged into another automatically; for a day it can be undone
 */
export async function mergeTopics(store: Store, by: Merge & { byPerson: boolean }): Promise<void> {
  await inTransaction(store, async (within) => {
    await lockTopics(within, [by.from, by.into]);
    const [from, into] = await bothOf(within, by);
    if (from === undefined || into === undefined) return;
    if (by.byPerson) await keepMerge(within, by, from, into);
    await within.db
      .updateTable('gaps')
      .set({ ...merged(into, from), model: '', ...(by.byPerson && { byHand: 1 }) })
      .where('id', '=', by.into)
      .execute();
    await mergeRows(within, by.from, by.into);
    await recountTopics(within, [by.into]);
  });
}

const bothOf = (store: Store, { projectId, from, into }: Merge) =>
  Promise.all([findTopic(store, { projectId, id: from }), findTopic(store, { projectId, id: into })]);

const merged = (into: Edited, from: Edited): Edited => ({
  ownerId: into.ownerId ?? from.ownerId,
  jobId: into.jobId ?? from.jobId,
  note: into.note || from.note,
});

async function keepMerge(store: Store, by: Merge, from: Topic, into: Topic): Promise<void> {
  const { db } = store;
  const now = await store.now();
  await db
    .deleteFrom('topicMerges')
    .where('projectId', '=', by.projectId)
    .where('createdAt', '<', now - keptMs)
    .execute();
  const turns = await db.selectFrom('gapTurns').select('turnId').where('gapId', '=', by.from).execute();
  const before: Before = {
    from: {
      ...editedOf(from),
      status: from.status,
      // A model's name is text of readers, and made again.
      name: from.namedBy === 'person' ? from.name : null,
      createdAt: from.createdAt,
      lastAskedAt: from.lastAskedAt,
    },
    into: editedOf(into),
    turnIds: turns.map(({ turnId }) => turnId),
    isUnderWay: isGapUnderWay(await findGapLoop(store, by.from)),
  };
  const merge = { intoId: by.into, before: JSON.stringify(before), createdAt: now };
  // A server of the version before may have brought the topic back, with a round of grouping that it had begun.
  await db
    .insertInto('topicMerges')
    .values({ id: by.from, projectId: by.projectId, ...merge })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(merge))
    .execute();
}

const editedOf = ({ ownerId, jobId, note }: Edited): Edited => ({ ownerId, jobId, note });

/**
 * Takes a topic that a person merged into another out of it again: with its questions that are still there, its state,
 * owner, note and job. The other gets back what it had, unless it was edited since.
 * @returns false when there is no such merge of the last day
 */
export async function undoMerge(store: Store, by: Merge): Promise<boolean> {
  return inTransaction(store, async (within) => {
    const { db } = within;
    await lockTopics(within, [by.from, by.into]);
    const row = await db
      .deleteFrom('topicMerges')
      .where('id', '=', by.from)
      .where('projectId', '=', by.projectId)
      .where('intoId', '=', by.into)
      .returning('before')
      .executeTakeFirst();
    const into = await findTopic(within, { projectId: by.projectId, id: by.into });
    if (row === undefined || into === undefined) return false;
    const before = JSON.parse(row.before) as Before;
    await addAgain(within, by, before.from);
    for (let at = 0; at < before.turnIds.length; at += atOnce)
      await db
        .updateTable('gapTurns')
        .set({ gapId: by.from })
        .where('gapId', '=', by.into)
        .where('turnId', 'in', before.turnIds.slice(at, at + atOnce))
        .execute();
    const made = merged(before.into, before.from);
    await db
      .updateTable('gaps')
      .set({
        model: '',
        ...(into.ownerId === made.ownerId && { ownerId: before.into.ownerId }),
        ...(into.jobId === made.jobId && { jobId: before.into.jobId }),
        ...(into.note === made.note && { note: before.into.note }),
      })
      .where('id', '=', by.into)
      .execute();
    await takeJobBack(within, by, before);
    await recountTopics(within, [by.from, by.into]);
    await deleteEmptyTopics(within, [by.from, by.into]);
    return true;
  });
}

/** Its owner and its job may be gone, and a server of the version before may have brought it back. */
async function addAgain({ db }: Store, { projectId, from: id }: Merge, topic: Before['from']): Promise<void> {
  const { ownerId, jobId, ...rest } = topic;
  const edited = {
    ...rest,
    ownerId: sql<string | null>`(select id from users where id = ${ownerId})`,
    jobId: sql<string | null>`(select id from jobs where id = ${jobId})`,
    namedBy: rest.name === null ? null : ('person' as const),
    model: '',
    byHand: 1,
  };
  await db
    .insertInto('gaps')
    .values({ ...edited, id, projectId, vector: null, labelTurnId: null, count: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(edited))
    .execute();
}

async function takeJobBack(store: Store, by: Merge, { into, isUnderWay }: Before): Promise<void> {
  const jobId = (await findTopic(store, { projectId: by.projectId, id: by.from }))?.jobId ?? null;
  if (jobId === null || jobId === into.jobId) return;
  if ((await findGapLoop(store, by.into))?.jobId === jobId) await moveGapLoop(store, by.into, by.from);
  else if (isUnderWay) await startGapLoop(store, { gapId: by.from, projectId: by.projectId, jobId });
}
