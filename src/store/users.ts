import type { PeopleTables } from './people-tables.ts';
import type { Store } from './store.ts';

export type User = PeopleTables['users'];

/** Adds a person; false when the e-mail address or the subject belongs to somebody. */
export async function addUser(store: Store, user: User): Promise<boolean> {
  const added = await store.db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function findUser(
  store: Store,
  by: { id: string } | { email: string } | { subject: string },
): Promise<User | undefined> {
  return await store.db
    .selectFrom('users')
    .selectAll()
    .$if('id' in by, (query) => query.where('id', '=', (by as { id: string }).id))
    .$if('email' in by, (query) => query.where('email', '=', (by as { email: string }).email))
    .$if('subject' in by, (query) => query.where('subject', '=', (by as { subject: string }).subject))
    .executeTakeFirst();
}

export async function updateUser(
  store: Store,
  id: string,
  changes: Partial<Pick<User, 'name' | 'passwordHash' | 'subject' | 'lastSeenAt'>>,
): Promise<void> {
  await store.db.updateTable('users').set(changes).where('id', '=', id).execute();
}

export async function hasUsers(store: Store): Promise<boolean> {
  return (await store.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
