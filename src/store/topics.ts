import { type Selectable, sql } from 'kysely';
import type { AnalyticsTables } from './analytics-tables.ts';
import { moveGapLoop } from './gap-loops.ts';
import { inTransaction, type Store } from './store.ts';
import type { TopicQuestion } from './topic-questions.ts';
import { deleteEmptyTopics, lockTopics, recountTopics } from './topic-counts.ts';
import { addTurnPages, type TurnPage } from './turn-pages.ts';
import { readFound, type Turn } from './turns.ts';
import { firstOf } from './records.ts';

type Row = Selectable<AnalyticsTables['gaps']>;

/** Questions with the same meaning. A gap is a topic with questions that have no full answer. */
export type Topic = Omit<Row, 'vector' | 'vectorSum' | 'byHand'> & {
  /** The sum of its questions' vectors. */
  sum: Float32Array;
  /** A person edited it. */
  byHand: boolean;
};

/** The topic of a question, and how far the docs answer it. */
export type Placed = Pick<TopicQuestion, 'turnId' | 'afterTurnId' | 'status'> & { gapId: string };

/** A question without a topic. */
export type WaitingQuestion = Pick<
  TopicQuestion,
  'turnId' | 'threadId' | 'question' | 'status' | 'createdAt'
> &
  Pick<Turn, 'found' | 'sources'>;

/** Questions without a topic, oldest first. */
export async function listUngrouped(
  store: Store,
  projectId: string,
  limit: number,
): Promise<WaitingQuestion[]> {
  const rows = await store.db
    .selectFrom('turns')
    .select(['id as turnId', 'threadId', 'question', 'status', 'createdAt', 'found', 'sources'])
    .where('projectId', '=', projectId)
    // A literal, so that the partial index is used.
    .where(sql<boolean>`grouped = 0`)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, ...readFound(row) }));
}

/** The projects with questions that have no topic yet. */
export async function listProjectsToGroup(store: Store): Promise<string[]> {
  const rows = await store.db
    .selectFrom('turns')
    .select('projectId')
    .distinct()
    .where(sql<boolean>`grouped = 0`)
    .execute();
  return rows.map(({ projectId }) => projectId);
}

/** The questions of some threads until a time, oldest first, with their topics. */
export async function listAskedBefore(
  store: Store,
  by: { projectId: string; threadIds: string[]; until: number },
): Promise<{ turnId: string; threadId: string; question: string; gapId: string | null }[]> {
  return await store.db
    .selectFrom('turns')
    .leftJoin('gapTurns', 'gapTurns.turnId', 'turns.id')
    .select(['turns.id as turnId', 'turns.threadId', 'turns.question', 'gapTurns.gapId'])
    .where('turns.projectId', '=', by.projectId)
    .where('turns.threadId', 'in', by.threadIds)
    .where('turns.createdAt', '<=', by.until)
    .orderBy('turns.createdAt')
    .orderBy('turns.id')
    .execute();
}

/** The newest questions that stand alone, newest first, with their topics. */
export async function listNewestAsked(
  store: Store,
  by: { projectId: string; model: string; limit: number },
): Promise<{ gapId: string; question: string }[]> {
  return await store.db
    .selectFrom('gapTurns')
    .innerJoin('turns', 'turns.id', 'gapTurns.turnId')
    .innerJoin('gaps', 'gaps.id', 'gapTurns.gapId')
    .select(['gapTurns.gapId', 'turns.question'])
    .where('gapTurns.projectId', '=', by.projectId)
    .where('gapTurns.afterTurnId', 'is', null)
    .where('gaps.model', '=', by.model)
    .orderBy('gapTurns.createdAt', 'desc')
    .limit(by.limit)
    .execute();
}

type OfModel = { projectId: string; model: string; limit: number };

/** The topics that were asked about last and have vectors of this model. */
export const listComparableTopics = (store: Store, by: OfModel) => lastAsked(store, by, '=');

/** Topics whose vectors must be recomputed. */
export const listTopicsOfOtherModels = (store: Store, by: OfModel) => lastAsked(store, by, '!=');

async function lastAsked(store: Store, by: OfModel, compare: '=' | '!='): Promise<Topic[]> {
  const rows = await store.db
    .selectFrom('gaps')
    .selectAll()
    .where('projectId', '=', by.projectId)
    .where('model', compare, by.model)
    .orderBy('lastAskedAt', 'desc')
    .limit(by.limit)
    .execute();
  return rows.map(toTopic);
}

export async function setTopicVectors(
  store: Store,
  topicId: string,
  { sum, model }: Pick<Topic, 'sum' | 'model'>,
): Promise<void> {
  await store.db
    .updateTable('gaps')
    .set({ vectorSum: toBase64(sum), model })
    .where('id', '=', topicId)
    .execute();
}

/** A topic after a round of grouping. */
type GroupedTopic = Pick<Topic, 'id' | 'sum' | 'model' | 'labelTurnId'> & {
  createdAt: number;
  isNew: boolean;
};

/**
 * Stores the result of a round of grouping: new and grown topics, the topic of each question, and merged topics. Nothing
 * when a topic that has grown is gone since, merged by a person: its questions then wait for the next round.
 */
export async function saveTopics(
  store: Store,
  projectId: string,
  found: {
    topics: GroupedTopic[];
    placed: Placed[];
    merged: { from: string; into: string }[];
    pages: TurnPage[];
  },
): Promise<void> {
  await inTransaction(store, async (within) => {
    const { db } = within;
    const ids = found.topics.map(({ id }) => id);
    await lockTopics(within, [...ids, ...found.merged.map(({ from }) => from)]);
    const there =
      ids.length === 0 ? [] : await db.selectFrom('gaps').select('id').where('id', 'in', ids).execute();
    if (there.length < found.topics.filter(({ isNew }) => !isNew).length) return;
    for (const { id, sum, model, labelTurnId, createdAt } of found.topics) {
      const vectorSum = toBase64(sum);
      await db
        .insertInto('gaps')
        .values({
          id,
          projectId,
          model,
          labelTurnId,
          vectorSum,
          vector: null,
          status: 'open',
          count: 0,
          createdAt,
          lastAskedAt: createdAt,
        })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ vectorSum, labelTurnId, model }))
        .execute();
    }
    for (const { turnId, gapId, afterTurnId, status } of found.placed) {
      await db
        .insertInto('gapTurns')
        .columns(['turnId', 'gapId', 'projectId', 'createdAt', 'status', 'afterTurnId'])
        .expression(
          db
            .selectFrom('turns')
            .select(['id', sql.lit(gapId).as('gapId'), 'projectId', 'createdAt'])
            .select(sql.lit(status).as('status'))
            .select(sql<string | null>`cast(${afterTurnId} as text)`.as('afterTurnId'))
            .where('id', '=', turnId),
        )
        .onConflict((conflict) => conflict.column('turnId').doNothing())
        .execute();
      await db.updateTable('turns').set({ grouped: 1 }).where('id', '=', turnId).execute();
    }
    for (const { from, into } of found.merged) await mergeRows(within, from, into);
    await addTurnPages(within, projectId, found.pages);
    await recountTopics(within, ids);
  });
}

/** Gives a topic's questions and job to another, and deletes it. */
export async function mergeRows(store: Store, from: string, into: string): Promise<void> {
  const { db } = store;
  await db.updateTable('gapTurns').set({ gapId: into }).where('gapId', '=', from).execute();
  await moveGapLoop(store, from, into);
  await db.deleteFrom('gaps').where('id', '=', from).execute();
}

/** Moves questions of a project to a topic; both topics' vectors are recomputed later. */
export async function moveQuestions(
  store: Store,
  by: { projectId: string; turnIds: string[]; from: string; into: string },
): Promise<void> {
  await inTransaction(store, async (within) => {
    await lockTopics(within, [by.from, by.into]);
    await within.db
      .updateTable('gapTurns')
      .set({ gapId: by.into })
      .where('projectId', '=', by.projectId)
      .where('gapId', '=', by.from)
      .where('turnId', 'in', by.turnIds)
      .execute();
    await within.db
      .updateTable('gaps')
      .set({ model: '', byHand: 1 })
      .where('id', 'in', [by.from, by.into])
      .execute();
    await recountTopics(within, [by.from, by.into]);
    await deleteEmptyTopics(within, [by.from, by.into]);
  });
}

/** A new, empty topic. */
export async function addTopic(
  store: Store,
  { id, projectId, createdAt }: Pick<Topic, 'id' | 'projectId' | 'createdAt'>,
): Promise<void> {
  await store.db
    .insertInto('gaps')
    .values({
      id,
      projectId,
      status: 'open',
      vector: null,
      model: '',
      labelTurnId: null,
      count: 0,
      byHand: 1,
      createdAt,
      lastAskedAt: createdAt,
    })
    .execute();
}

export async function findTopic(
  store: Store,
  by: { projectId: string; id: string },
): Promise<Topic | undefined> {
  return firstOf(
    store.db.selectFrom('gaps').selectAll().where('projectId', '=', by.projectId).where('id', '=', by.id),
    toTopic,
  );
}

export type TopicChanges = Partial<
  Pick<Topic, 'status' | 'name' | 'namedBy' | 'ownerId' | 'note' | 'jobId' | 'namedAtCount' | 'labelTurnId'>
>;

/** @param byPerson from then on it is never merged into another automatically */
export async function updateTopic(
  store: Store,
  by: { projectId: string; id: string },
  changes: TopicChanges,
  { byPerson }: { byPerson: boolean },
): Promise<void> {
  await store.db
    .updateTable('gaps')
    .set({ ...changes, ...(byPerson && { byHand: 1 }) })
    .where('projectId', '=', by.projectId)
    .where('id', '=', by.id)
    .execute();
}

/** Topics that a model should name: new ones, and ones that have doubled since it last did. */
export async function listTopicsToReview(
  store: Store,
  by: { projectId: string; model: string; limit: number },
): Promise<Topic[]> {
  const rows = await store.db
    .selectFrom('gaps')
    .selectAll()
    .where('projectId', '=', by.projectId)
    .where('model', '=', by.model)
    .where(sql<boolean>`count >= 2 * "namedAtCount" and ("namedBy" is null or "namedBy" = 'model')`)
    .where('count', '>', 0)
    .orderBy('lastAskedAt', 'desc')
    .limit(by.limit)
    .execute();
  return rows.map(toTopic);
}

export function toTopic({ vector: _, vectorSum, byHand, ...row }: Row): Topic {
  return { ...row, sum: fromBase64(vectorSum ?? ''), byHand: byHand === 1 };
}

function toBase64(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

function fromBase64(text: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return new Float32Array(bytes.buffer);
}
