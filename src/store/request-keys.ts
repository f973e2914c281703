import type { Store } from './store.ts';

/** A request that its client marked with a key, so that it has effect once. */
type KeyedRequest = { id: string; bodyHash: string };

/** For how long a key is known. */
const rememberedMs = 24 * 3_600_000;

/**
 * Claims a key for its first request.
 * @returns null for the first request; for later ones, the first request with its answer, which is null until it has
 * one
 */
export async function takeRequestKey(
  store: Store,
  { id, bodyHash }: KeyedRequest,
): Promise<{ bodyHash: string; answer: string | null } | null> {
  const now = await store.now();
  await deleteOldRequestKeys(store);
  const taken = await store.db
    .insertInto('requestKeys')
    .values({ id, bodyHash, answer: null, createdAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (taken !== undefined) return null;
  // It may have been released in between.
  return (await findRequestKey(store, id)) ?? takeRequestKey(store, { id, bodyHash });
}

/** Forgets the requests of more than 24 hours ago. */
export async function deleteOldRequestKeys(store: Store): Promise<void> {
  const before = (await store.now()) - rememberedMs;
  await store.db.deleteFrom('requestKeys').where('createdAt', '<', before).execute();
}

/** The first request with a key; null when the key was released. */
export async function findRequestKey(
  store: Store,
  id: string,
): Promise<{ bodyHash: string; answer: string | null } | null> {
  const first = await store.db
    .selectFrom('requestKeys')
    .select(['bodyHash', 'answer'])
    .where('id', '=', id)
    .executeTakeFirst();
  return first ?? null;
}

/** Stores the answer for repeated requests. */
export async function keepAnswer(store: Store, id: string, answer: string): Promise<void> {
  await store.db.updateTable('requestKeys').set({ answer }).where('id', '=', id).execute();
}

/** Releases the key of a request that had no effect. */
export async function giveBackRequestKey(store: Store, id: string): Promise<void> {
  await store.db.deleteFrom('requestKeys').where('id', '=', id).execute();
}
