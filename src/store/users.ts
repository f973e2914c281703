import type { Selectable } from 'kysely';
import type { PeopleTables } from './people-tables.ts';
import type { Store } from './store.ts';

type UserRow = Selectable<PeopleTables['users']>;
export type User = Omit<UserRow, 'operator' | 'groups'> & { operator: boolean; groups: string[] };
type Defaulted = 'operator' | 'groups' | 'groupsAt';
type NewUser = Omit<User, Defaulted> & Partial<Pick<User, Defaulted>>;

/** Adds a person; false when the e-mail address or the subject is taken. */
export async function addUser(store: Store, user: NewUser): Promise<boolean> {
  const added = await store.db
    .insertInto('users')
    .values(rowOf(user))
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
  changes: Partial<Omit<User, 'id' | 'email' | 'createdAt'>>,
): Promise<void> {
  await store.db.updateTable('users').set(rowOf(changes)).where('id', '=', id).execute();
}

function rowOf<Fields extends Partial<User>>({ operator, groups, ...rest }: Fields) {
  return {
    ...rest,
    ...(operator !== undefined && { operator: Number(operator) }),
    ...(groups !== undefined && { groups: JSON.stringify(groups) }),
  };
}

export async function hasUsers(store: Store): Promise<boolean> {
  return (await store.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Converts a row to the record that other modules use. */
export function toUser(row: UserRow): User {
  return { ...row, operator: row.operator === 1, groups: JSON.parse(row.groups) as string[] };
}
