import type { Store } from './store.ts';

export type Thread = {
  projectId: string;
  id: string;
  /** SHA-256 (hex) of the thread's key. */
  keyHash: string;
  /** The caller's label that started the thread. */
  fp: string;
  /** Who a reader token says it is of. */
  reader: string | null;
  createdAt: number;
  updatedAt: number;
};

/** Adds a thread; false when the project has one of this id, which is then left as it is. */
export async function addThread(
  store: Store,
  thread: Omit<Thread, 'reader'> & Partial<Pick<Thread, 'reader'>>,
): Promise<boolean> {
  const added = await store.db
    .insertInto('threads')
    .values(thread)
    .onConflict((conflict) => conflict.columns(['projectId', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function findThread(
  store: Store,
  by: { projectId: string; threadId: string },
): Promise<Thread | undefined> {
  return await store.db
    .selectFrom('threads')
    .select(['projectId', 'id', 'keyHash', 'fp', 'reader', 'createdAt', 'updatedAt'])
    .where('projectId', '=', by.projectId)
    .where('id', '=', by.threadId)
    .executeTakeFirst();
}
