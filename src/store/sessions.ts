import type { PeopleTables } from './people-tables.ts';
import type { Store } from './store.ts';
import type { User } from './users.ts';

export type SessionRecord = PeopleTables['sessions'];

export async function addSession(store: Store, session: SessionRecord): Promise<void> {
  await store.db.insertInto('sessions').values(session).execute();
}

/** A session by its secret's hash, with whose it is. */
export async function findSession(
  store: Store,
  hash: string,
): Promise<{ session: SessionRecord; user: User } | undefined> {
  const session = await store.db
    .selectFrom('sessions')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (session === undefined) return undefined;
  const user = await store.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', session.userId)
    .executeTakeFirst();
  return user && { session, user };
}

export async function recordSessionUse(store: Store, session: SessionRecord, at: number): Promise<void> {
  await store.db.updateTable('sessions').set({ lastSeenAt: at }).where('id', '=', session.id).execute();
  await store.db.updateTable('users').set({ lastSeenAt: at }).where('id', '=', session.userId).execute();
}

export async function deleteSession(store: Store, id: string): Promise<void> {
  await store.db.deleteFrom('sessions').where('id', '=', id).execute();
}

/** Ends a person's sessions, all or all but one. */
export async function deleteSessions(store: Store, userId: string, exceptId?: string): Promise<void> {
  await store.db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId!))
    .execute();
}

/** Clears away what nobody can use any more. */
export async function deleteStaleSessions(store: Store, lastSeenBefore: number): Promise<void> {
  await store.db.deleteFrom('sessions').where('lastSeenAt', '<', lastSeenBefore).execute();
}
