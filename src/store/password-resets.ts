import type { PeopleTables } from './people-tables.ts';
import type { Store } from './store.ts';

/** Stores the hash of a link's token, and deletes those of expired links. */
export async function addPasswordReset(
  store: Store,
  reset: PeopleTables['passwordResets'],
  now: number,
): Promise<void> {
  await store.db.deleteFrom('passwordResets').where('expiresAt', '<=', now).execute();
  await store.db.insertInto('passwordResets').values(reset).execute();
}

/** Uses up an open link; undefined when there is none, or somebody was faster. @returns whose it is */
export async function takePasswordReset(
  store: Store,
  hash: string,
  now: number,
): Promise<string | undefined> {
  const taken = await store.db
    .deleteFrom('passwordResets')
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
    .returning('userId')
    .executeTakeFirst();
  return taken?.userId;
}

export async function deletePasswordResets(store: Store, userId: string): Promise<void> {
  await store.db.deleteFrom('passwordResets').where('userId', '=', userId).execute();
}
