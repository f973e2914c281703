import type { Selectable } from 'kysely';
import type { PeopleTables } from './people-tables.ts';
import type { Store } from './store.ts';

export type User = Omit<Selectable<PeopleTables['users']>, 'operator'> & { operator: boolean };

/** Adds a person; false when the e-mail address or the subject is taken. */
export async function addUser(
  store: Store,
  user: Omit<User, 'operator'> & Partial<Pick<User, 'operator'>>,
): Promise<boolean> {
  const added = await store.db
    .insertInto('users')
    .values({ ...user, operator: Number(user.operator ?? false) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function findUser(
  store: Store,
  by: { id: string } | { email: string } | { subject: string },
): Promise<User | undefined> {
  const row = await store.db
    .selectFrom('users')
    .selectAll()
    .$if('id' in by, (query) => query.where('id', '=', (by as { id: string }).id))
    .$if('email' in by, (query) => query.where('email', '=', (by as { email: string }).email))
    .$if('subject' in by, (query) => query.where('subject', '=', (by as { subject: string }).subject))
    .executeTakeFirst();
  return row && toUser(row);
}

export async function updateUser(
  store: Store,
  id: string,
  changes: Partial<Pick<User, 'name' | 'passwordHash' | 'subject' | 'lastSeenAt' | 'operator'>>,
): Promise<void> {
  const { operator, ...rest } = changes;
  const row = { ...rest, ...(operator !== undefined && { operator: Number(operator) }) };
  await store.db.updateTable('users').set(row).where('id', '=', id).execute();
}

export async function hasUsers(store: Store): Promise<boolean> {
  return (await store.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Converts a row to the record that other modules use. */
export function toUser(row: Selectable<PeopleTables['users']>): User {
  return { ...row, operator: row.operator === 1 };
}
