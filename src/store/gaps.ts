import { sql } from 'kysely';
import type { AnalyticsTables } from './analytics-tables.ts';
import { type Paged, type PageRequest, toPage } from './paging.ts';
import { inTransaction, type Store } from './store.ts';

type Row = AnalyticsTables['gaps'];

/** Questions of one meaning that the docs do not answer. `vector` is the sum of theirs. */
export type Gap = Omit<Row, 'vector'> & { vector: number[] | null };

/** A question that belongs to a gap or waits for one. */
export type GapQuestion = {
  turnId: string;
  threadId: string;
  question: string;
  status: 'answered' | 'partial' | 'unanswered' | 'failed';
  createdAt: number;
};

/** Questions without a (whole) answer that no gap has yet, oldest first. */
export async function listUngrouped(store: Store, projectId: string, limit: number): Promise<GapQuestion[]> {
  return await store.db
    .selectFrom('turns')
    .leftJoin('gapTurns', 'gapTurns.turnId', 'turns.id')
    .select(['turns.id as turnId', 'turns.threadId', 'turns.question', 'turns.status', 'turns.createdAt'])
    .where('turns.projectId', '=', projectId)
    // Written out, so that the index of just these rows is used.
    .where(sql<boolean>`turns.status in ('unanswered', 'partial')`)
    .where('gapTurns.turnId', 'is', null)
    .orderBy('turns.createdAt')
    .orderBy('turns.id')
    .limit(limit)
    .execute();
}

/** All gaps of a project that one kind of vector can be compared with. */
export async function listComparableGaps(store: Store, projectId: string, model: string): Promise<Gap[]> {
  const rows = await store.db
    .selectFrom('gaps')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('model', '=', model)
    .execute();
  return rows.map(toGap);
}

/** Stores what a round of grouping found: new and grown gaps, and which question went where. */
export async function saveGaps(
  store: Store,
  gaps: Gap[],
  questions: { turnId: string; gapId: string; projectId: string; createdAt: number }[],
): Promise<void> {
  await inTransaction(store, async ({ db }) => {
    for (const gap of gaps) {
      const row = { ...gap, vector: gap.vector && JSON.stringify(gap.vector) };
      const { vector, labelTurnId, count, lastAskedAt } = row;
      await db
        .insertInto('gaps')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ vector, labelTurnId, count, lastAskedAt }),
        )
        .execute();
    }
    if (questions.length === 0) return;
    await db
      .insertInto('gapTurns')
      .values(questions)
      .onConflict((conflict) => conflict.column('turnId').doNothing())
      .execute();
  });
}

/** The projects with questions that no gap has yet. */
export async function listProjectsToGroup(store: Store): Promise<string[]> {
  const rows = await store.db
    .selectFrom('turns')
    .leftJoin('gapTurns', 'gapTurns.turnId', 'turns.id')
    .select('turns.projectId')
    .distinct()
    // Written out, so that the index of just these rows is used.
    .where(sql<boolean>`turns.status in ('unanswered', 'partial')`)
    .where('gapTurns.turnId', 'is', null)
    .execute();
  return rows.map(({ projectId }) => projectId);
}

/** Forgets what was deleted, of all projects: counts anew, and drops gaps without a question. */
export async function recountGaps({ db }: Store): Promise<void> {
  const counted = sql<number>`(select count(*) from "gapTurns" where "gapTurns"."gapId" = gaps.id)`;
  await db.updateTable('gaps').set({ count: counted }).where('count', '!=', counted).execute();
  await db.deleteFrom('gaps').where('count', '=', 0).execute();
}

/** The list of gaps goes on after this one. */
export type GapPosition = { count: number; id: string };

const underWay = sql<boolean>`exists (select 1 from "gapLoops"
  where "gapLoops"."gapId" = gaps.id and "gapLoops".state in ('working', 'merged'))`;

/** Gaps of one status, most asked first; `in_progress` are open ones with a job under way or a change that is not proven yet. */
export async function pageOfGaps(
  store: Store,
  by: { projectId: string; status: Gap['status'] | 'in_progress' },
  { limit, after }: PageRequest<GapPosition>,
): Promise<Paged<Gap, GapPosition>> {
  const rows = await store.db
    .selectFrom('gaps')
    .selectAll()
    .where('projectId', '=', by.projectId)
    .where('status', '=', by.status === 'in_progress' ? 'open' : by.status)
    .$if(by.status === 'open', (query) => query.where(sql<boolean>`not ${underWay}`))
    .$if(by.status === 'in_progress', (query) => query.where(underWay))
    .$if(after !== undefined, (query) =>
      query.where((is) => is(is.refTuple('count', 'id'), '<', is.tuple(after!.count, after!.id))),
    )
    .orderBy('count', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows.map(toGap), limit, ({ count, id }) => ({ count, id }));
}

export async function findGap(store: Store, by: { projectId: string; id: string }): Promise<Gap | undefined> {
  const row = await store.db
    .selectFrom('gaps')
    .selectAll()
    .where('projectId', '=', by.projectId)
    .where('id', '=', by.id)
    .executeTakeFirst();
  return row && toGap(row);
}

export async function updateGap(
  store: Store,
  by: { projectId: string; id: string },
  status: Gap['status'],
): Promise<void> {
  await store.db
    .updateTable('gaps')
    .set({ status })
    .where('projectId', '=', by.projectId)
    .where('id', '=', by.id)
    .execute();
}

/** The newest questions of a gap, newest first. */
export async function listGapQuestions(store: Store, gapId: string, limit: number): Promise<GapQuestion[]> {
  return await store.db
    .selectFrom('gapTurns')
    .innerJoin('turns', 'turns.id', 'gapTurns.turnId')
    .select(['turns.id as turnId', 'turns.threadId', 'turns.question', 'turns.status', 'turns.createdAt'])
    .where('gapTurns.gapId', '=', gapId)
    .orderBy('gapTurns.createdAt', 'desc')
    .limit(limit)
    .execute();
}

/** When the questions of some gaps were asked, since a time. */
export async function listGapTimes(
  store: Store,
  gapIds: string[],
  since: number,
): Promise<{ gapId: string; createdAt: number }[]> {
  if (gapIds.length === 0) return [];
  return await store.db
    .selectFrom('gapTurns')
    .select(['gapId', 'createdAt'])
    .where('gapId', 'in', gapIds)
    .where('createdAt', '>=', since)
    .execute();
}

/** The text of a turn that labels a gap. */
export async function findQuestion(store: Store, turnId: string | null): Promise<string | undefined> {
  if (turnId === null) return undefined;
  const row = await store.db
    .selectFrom('turns')
    .select('question')
    .where('id', '=', turnId)
    .executeTakeFirst();
  return row?.question;
}

function toGap(row: Row): Gap {
  return { ...row, vector: row.vector === null ? null : JSON.parse(row.vector) };
}
