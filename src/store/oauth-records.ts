import type { OAuthTables } from './oauth-tables.ts';
import { inTransaction, type Store } from './store.ts';

type OAuthRecord = OAuthTables['oauthRecords'];

/** Stores a record in place of one with the same hash. */
export async function putOAuthRecord(store: Store, record: OAuthRecord): Promise<void> {
  const { model, hash, createdAt, ...changed } = record;
  await store.db
    .insertInto('oauthRecords')
    .values({ model, hash, createdAt, ...changed })
    .onConflict((conflict) => conflict.columns(['model', 'hash']).doUpdateSet(changed))
    .execute();
}

export async function findOAuthRecord(
  store: Store,
  model: string,
  hash: string,
  now: number,
): Promise<OAuthRecord | undefined> {
  return await store.db
    .selectFrom('oauthRecords')
    .selectAll()
    .where('model', '=', model)
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Marks a record as used up; false when another request did so before. */
export async function consumeOAuthRecord(
  store: Store,
  model: string,
  hash: string,
  at: number,
): Promise<boolean> {
  const consumed = await store.db
    .updateTable('oauthRecords')
    .set({ consumedAt: at })
    .where('model', '=', model)
    .where('hash', '=', hash)
    .where('consumedAt', 'is', null)
    .returning('hash')
    .executeTakeFirst();
  return consumed !== undefined;
}

/** Keeps a record until then, if it would end before. */
export async function keepOAuthRecord(
  store: Store,
  { model, hash, expiresAt }: Pick<OAuthRecord, 'model' | 'hash' | 'expiresAt'>,
): Promise<void> {
  await store.db
    .updateTable('oauthRecords')
    .set({ expiresAt })
    .where('model', '=', model)
    .where('hash', '=', hash)
    .where('expiresAt', '<', expiresAt)
    .execute();
}

export async function deleteOAuthRecord(store: Store, model: string, hash: string): Promise<void> {
  await store.db.deleteFrom('oauthRecords').where('model', '=', model).where('hash', '=', hash).execute();
}

/** Deletes what belongs to a grant, but not the grant. */
export async function deleteOfGrant(store: Store, grantHash: string): Promise<void> {
  await store.db.deleteFrom('oauthRecords').where('grantHash', '=', grantHash).execute();
}

/** Ends a person's grant with its codes and tokens; false when the person has none with this hash. */
export async function deleteGrant(store: Store, by: { userId: string; hash: string }): Promise<boolean> {
  return inTransaction(store, async (transaction) => {
    const ended = await transaction.db
      .deleteFrom('oauthRecords')
      .where('model', '=', 'Grant')
      .where('hash', '=', by.hash)
      .where('userId', '=', by.userId)
      .returning('hash')
      .executeTakeFirst();
    if (ended !== undefined) await deleteOfGrant(transaction, by.hash);
    return ended !== undefined;
  });
}

/** Ends all grants of a person, or those for an organization's projects, with their codes and tokens. */
export async function deleteGrants(
  store: Store,
  by: { userId: string; organizationId?: string },
): Promise<void> {
  const { userId, organizationId } = by;
  const ended = await store.db
    .deleteFrom('oauthRecords')
    .where('model', '=', 'Grant')
    .where('userId', '=', userId)
    .$if(organizationId !== undefined, (query) =>
      query.where('projectId', 'in', (is) =>
        is.selectFrom('projects').select('id').where('organizationId', '=', organizationId!),
      ),
    )
    .returning('hash')
    .execute();
  for (const { hash } of ended) await deleteOfGrant(store, hash);
}

/** A person's grants that are in force, newest first, with the project's name. */
export async function listGrants(store: Store, userId: string, now: number) {
  return await store.db
    .selectFrom('oauthRecords')
    .innerJoin('projects', 'projects.id', 'oauthRecords.projectId')
    .select(['oauthRecords.hash', 'oauthRecords.clientId', 'oauthRecords.createdAt'])
    .select(['oauthRecords.expiresAt', 'projects.domain', 'projects.name'])
    .where('oauthRecords.model', '=', 'Grant')
    .where('oauthRecords.userId', '=', userId)
    .where('oauthRecords.expiresAt', '>', now)
    .orderBy('oauthRecords.createdAt', 'desc')
    .orderBy('oauthRecords.hash')
    .limit(200)
    .execute();
}

export async function deleteEndedOAuthRecords(store: Store, now: number): Promise<void> {
  await store.db.deleteFrom('oauthRecords').where('expiresAt', '<=', now).execute();
}
