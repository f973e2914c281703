import { prepareRead } from './prepared.ts';
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

export type NewThread = Omit<Thread, 'reader' | 'createdAt' | 'updatedAt'> & Partial<Thread>;

/**
 * Adds a thread, by default begun now by the database's clock; false when the project has one with this id, which then
 * stays as it is.
 */
export async function addThread(store: Store, thread: NewThread): Promise<boolean> {
  return (await addThreadQuery(store, thread).executeTakeFirst()) !== undefined;
}

/** `addThread`, to be written together with what belongs to it; returns nothing for a thread that is there. */
export function addThreadQuery(store: Store, thread: NewThread) {
  const now = clock(store);
  return store.db
    .insertInto('threads')
    .values({ createdAt: now, updatedAt: now, ...thread })
    .onConflict((conflict) => conflict.columns(['projectId', 'id']).doNothing())
    .returning('id');
}

export async function findThread(
  store: Store,
  by: { projectId: string; threadId: string },
): Promise<Thread | undefined> {
  const [thread] = await threads(store, { projectId: by.projectId, threadId: by.threadId });
  return thread;
}

const threads = prepareRead((store, { projectId, threadId }: { projectId: string; threadId: string }) =>
  store.db
    .selectFrom('threads')
    .select(['projectId', 'id', 'keyHash', 'fp', 'reader', 'createdAt', 'updatedAt'])
    .where('projectId', '=', projectId)
    .where('id', '=', threadId),
);

const newest = 200;

/** Who the newest conversations of a project are with. */
export async function listNewestReaders({ db }: Store, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('threads')
    .select('fp')
    .where('projectId', '=', projectId)
    .orderBy('updatedAt', 'desc')
    .limit(newest)
    .execute();
  return rows.map(({ fp }) => fp);
}
