import type { Store } from './store.ts';

/** What a reader thought of one answer. */
export type Feedback = {
  id: string;
  projectId: string;
  messageId: string;
  helpful: boolean;
  comment: string | null;
  createdAt: number;
};

/** Stores feedback; a second one on the same answer takes the place of the first. */
export async function setFeedback(store: Store, feedback: Feedback): Promise<void> {
  await store.db
    .insertInto('feedback')
    .values({ ...feedback, helpful: Number(feedback.helpful) })
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'messageId']).doUpdateSet((update) => ({
        helpful: update.ref('excluded.helpful'),
        comment: update.ref('excluded.comment'),
        createdAt: update.ref('excluded.createdAt'),
      })),
    )
    .execute();
}

/** The newest feedback of a project, newest first. */
export async function listFeedback(
  store: Store,
  by: { projectId: string; limit: number },
): Promise<Feedback[]> {
  const rows = await store.db
    .selectFrom('feedback')
    .selectAll()
    .where('projectId', '=', by.projectId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(by.limit)
    .execute();
  return rows.map((row) => ({ ...row, helpful: row.helpful === 1 }));
}
