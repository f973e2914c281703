import { clock, type Store } from './store.ts';

export type Thread = {
  projectId: string;
  id: string;
  /** SHA-256 (hex) of the thread's key. */
  keyHash: string;
  /** The `fp` that started the thread. */
  fp: string;
  /** The subject of the reader token. */
  reader: string | null;
  createdAt: number;
  updatedAt: number;
};

type NewThread = Omit<Thread, 'reader' | 'createdAt' | 'updatedAt'> & Partial<Thread>;

/**
 * Adds a thread, by default begun now by the database's clock; false when the project has one with this id, which then
 * stays as it is.
 */
export async function addThread(store: Store, thread: NewThread): Promise<boolean> {
  const now = clock(store);
  const added = await store.db
    .insertInto('threads')
    .values({ createdAt: now, updatedAt: now, ...thread })
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
