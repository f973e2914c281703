import type { Selectable } from 'kysely';
import type { InsightTables } from './insight-tables.ts';
import { newestFirst, type CountedPage, type PageRequest } from './paging.ts';
import type { Store } from './store.ts';

/** A question for measuring search. */
export type EvalQuestion = Selectable<InsightTables['evalQuestions']>;

export async function addEvalQuestion(store: Store, question: EvalQuestion): Promise<void> {
  await store.db.insertInto('evalQuestions').values(question).execute();
}

/** A project's questions, newest first. */
export async function pageOfEvalQuestions(
  store: Store,
  projectId: string,
  page: PageRequest,
): Promise<CountedPage<EvalQuestion>> {
  return await newestFirst(
    store.db.selectFrom('evalQuestions').selectAll().where('projectId', '=', projectId),
    page,
  );
}

/** @returns whether the question existed */
export async function deleteEvalQuestion(
  store: Store,
  by: { projectId: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await store.db
    .deleteFrom('evalQuestions')
    .where('projectId', '=', by.projectId)
    .where('id', '=', by.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A project's newest questions, each with the turns of the conversation that it comes from. */
export async function listEvalQuestions(
  store: Store,
  projectId: string,
  limit: number,
): Promise<(EvalQuestion & { turnIds: string[] })[]> {
  const { rows } = await pageOfEvalQuestions(store, projectId, { limit });
  const threadIds = rows.flatMap(({ threadId }) => threadId ?? []);
  const turns =
    threadIds.length === 0
      ? []
      : await store.db
          .selectFrom('turns')
          .select(['id', 'threadId'])
          .where('projectId', '=', projectId)
          .where('threadId', 'in', threadIds)
          .execute();
  const byThread = Map.groupBy(turns, ({ threadId }) => threadId);
  return rows.map((row) => ({
    ...row,
    turnIds: (byThread.get(row.threadId ?? '') ?? []).map(({ id }) => id),
  }));
}
