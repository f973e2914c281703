import { pageByTime, type PageRequest, type Paged, type TimeRange } from './paging.ts';
import { inTransaction, type Store } from './store.ts';
import { addUsage } from './usage.ts';

/** A reader's rating of one answer. */
export type Feedback = {
  id: string;
  projectId: string;
  messageId: string;
  helpful: boolean;
  comment: string | null;
  createdAt: number;
};

/** Stores feedback; a second rating of the same answer replaces the first, and keeps its id, which is returned. */
export async function setFeedback(store: Store, feedback: Feedback): Promise<string> {
  return await inTransaction(store, async (transaction) => {
    const { db } = transaction;
    const { projectId, createdAt } = feedback;
    const given = { helpful: Number(feedback.helpful), comment: feedback.comment, createdAt };
    // Of two first ratings at once, one waits here for the other.
    const added = await db
      .insertInto('feedback')
      .values({ ...feedback, ...given })
      .onConflict((conflict) => conflict.columns(['projectId', 'messageId']).doNothing())
      .returning('id')
      .executeTakeFirst();
    const before = added === undefined ? await lockFeedback(transaction, feedback) : undefined;
    if (before !== undefined)
      await db.updateTable('feedback').set(given).where('id', '=', before.id).execute();
    await sumUpThread(transaction, feedback);
    const count = (at: number, helpful: boolean, by: 1 | -1) =>
      addUsage(transaction, projectId, at, { [helpful ? 'helpful' : 'unhelpful']: by });
    if (before !== undefined) await count(before.createdAt, Boolean(before.helpful), -1);
    await count(createdAt, feedback.helpful, 1);
    return before?.id ?? feedback.id;
  });
}

function lockFeedback({ db, kind }: Store, { projectId, messageId }: Feedback) {
  return db
    .selectFrom('feedback')
    .select(['id', 'helpful', 'createdAt'])
    .where('projectId', '=', projectId)
    .where('messageId', '=', messageId)
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Recounts the ratings of a thread. */
async function sumUpThread(store: Store, { projectId, messageId }: Feedback): Promise<void> {
  const { db } = store;
  const turn = await db
    .selectFrom('turns')
    .select('threadId')
    .where('projectId', '=', projectId)
    .where('messageId', '=', messageId)
    .executeTakeFirst();
  if (turn === undefined) return;
  const thumbs = await listThreadFeedback(store, { projectId, threadId: turn.threadId });
  const helpful = thumbs.filter((thumb) => thumb.helpful).length;
  await db
    .updateTable('threads')
    .set({ helpful, unhelpful: thumbs.length - helpful })
    .where('projectId', '=', projectId)
    .where('id', '=', turn.threadId)
    .execute();
}

/** The feedback on the answers of one thread. */
export async function listThreadFeedback(
  store: Store,
  by: { projectId: string; threadId: string },
): Promise<Feedback[]> {
  const rows = await store.db
    .selectFrom('feedback')
    .innerJoin('turns', (join) =>
      join
        .onRef('turns.projectId', '=', 'feedback.projectId')
        .onRef('turns.messageId', '=', 'feedback.messageId'),
    )
    .selectAll('feedback')
    .where('turns.projectId', '=', by.projectId)
    .where('turns.threadId', '=', by.threadId)
    .execute();
  return rows.map((row) => ({ ...row, helpful: row.helpful === 1 }));
}

/** Feedback with the rated answer. */
type RatedAnswer = Feedback & {
  threadId: string;
  question: string;
  answer: string;
  currentPath: string | null;
};

type FeedbackFilter = TimeRange & { projectId: string; helpful?: boolean | undefined };

/** Feedback and the turns that it rates. */
function rated(store: Store, { projectId, helpful, from, to }: FeedbackFilter) {
  return store.db
    .selectFrom('feedback')
    .innerJoin('turns', (join) =>
      join
        .onRef('turns.projectId', '=', 'feedback.projectId')
        .onRef('turns.messageId', '=', 'feedback.messageId'),
    )
    .where('feedback.projectId', '=', projectId)
    .$if(helpful !== undefined, (query) => query.where('feedback.helpful', '=', Number(helpful)))
    .$if(from !== undefined, (query) => query.where('feedback.createdAt', '>=', from!))
    .$if(to !== undefined, (query) => query.where('feedback.createdAt', '<', to!));
}

/** The feedback of a project, newest first, with the answers that it rates. */
export async function listFeedback(
  store: Store,
  filter: FeedbackFilter,
  page: PageRequest,
): Promise<Paged<RatedAnswer>> {
  const query = rated(store, filter)
    .selectAll('feedback')
    .select(['turns.threadId', 'turns.question', 'turns.answer', 'turns.currentPath']);
  const order = { direction: 'desc', at: 'feedback.createdAt', id: 'feedback.id' } as const;
  const { rows, next } = await pageByTime(query, page, order);
  return { rows: rows.map((row) => ({ ...row, helpful: row.helpful === 1 })), next };
}

/** How much feedback there is. */
export async function countFeedback(store: Store, filter: FeedbackFilter): Promise<number> {
  const { count } = await rated(store, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Ratings by the page that was being viewed, the most frequent first. */
export async function countFeedbackByPage(
  store: Store,
  filter: FeedbackFilter,
  limit: number,
): Promise<{ path: string | null; up: number; total: number }[]> {
  return await rated(store, filter)
    .select(({ fn }) => [
      'turns.currentPath as path',
      fn.sum<number>('feedback.helpful').as('up'),
      fn.countAll<number>().as('total'),
    ])
    .groupBy('turns.currentPath')
    .orderBy('total', 'desc')
    .orderBy('turns.currentPath')
    .limit(limit)
    .execute();
}
