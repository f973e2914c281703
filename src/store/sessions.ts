import { deleteGrants } from './oauth-records.ts';
import { deletePasswordResets } from './password-resets.ts';
import type { PeopleTables } from './people-tables.ts';
import type { Store } from './store.ts';
import { toUser, type User } from './users.ts';
import { hasRow } from './records.ts';

export type SessionRecord = PeopleTables['sessions'];

export async function addSession(store: Store, session: SessionRecord): Promise<void> {
  await store.db.insertInto('sessions').values(session).execute();
  await recordPersonSeen(store, session.userId, session.lastSeenAt);
}

/** The session with this secret's hash, and its person. */
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
  return user && { session, user: toUser(user) };
}

export async function recordSessionUse(store: Store, session: SessionRecord, at: number): Promise<void> {
  await store.db.updateTable('sessions').set({ lastSeenAt: at }).where('id', '=', session.id).execute();
  await recordPersonSeen(store, session.userId, at);
}

async function recordPersonSeen(store: Store, userId: string, at: number): Promise<void> {
  await store.db.updateTable('users').set({ lastSeenAt: at }).where('id', '=', userId).execute();
}

/** A person's sessions that were used since a time, the most recent first. */
export async function listSessions(
  store: Store,
  userId: string,
  usedSince: number,
): Promise<SessionRecord[]> {
  return await store.db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', userId)
    .where('lastSeenAt', '>=', usedSince)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .limit(200)
    .execute();
}

/** Ends one session; false when the person has none with this id. */
export async function deleteSession(store: Store, by: { userId: string; id: string }): Promise<boolean> {
  return hasRow(
    store.db.deleteFrom('sessions').where('userId', '=', by.userId).where('id', '=', by.id).returning('id'),
  );
}

/** Ends all sessions of a person, or all but one, what was let in by them, and open links to a new password. */
export async function deleteSessions(store: Store, userId: string, exceptId?: string): Promise<void> {
  await store.db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId!))
    .execute();
  await deleteGrants(store, { userId });
  await deletePasswordResets(store, userId);
}

/** Deletes expired sessions. */
export async function deleteStaleSessions(store: Store, lastSeenBefore: number): Promise<void> {
  await store.db.deleteFrom('sessions').where('lastSeenAt', '<', lastSeenBefore).execute();
}
