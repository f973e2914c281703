import type { PeopleTables } from './people-tables.ts';
import type { Store } from './store.ts';

export type ReaderSecret = PeopleTables['readerSecrets'];

/** Gives a project its reader secret; the one before stays good until `previousUntil`. */
export async function setReaderSecret(
  store: Store,
  { projectId, secret, createdAt }: Pick<ReaderSecret, 'projectId' | 'secret' | 'createdAt'>,
  previousUntil: number,
): Promise<void> {
  const sealed = store.seal.seal(secret);
  await store.db
    .insertInto('readerSecrets')
    .values({ projectId, secret: sealed, previousSecret: null, previousUntil: null, createdAt })
    .onConflict((conflict) =>
      conflict.column('projectId').doUpdateSet((update) => ({
        secret: sealed,
        previousSecret: update.ref('readerSecrets.secret'),
        previousUntil,
        createdAt,
      })),
    )
    .execute();
}

export async function findReaderSecret(store: Store, projectId: string): Promise<ReaderSecret | undefined> {
  const row = await store.db
    .selectFrom('readerSecrets')
    .selectAll()
    .where('projectId', '=', projectId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { secret, previousSecret } = row;
  return {
    ...row,
    secret: store.seal.open(secret),
    previousSecret: previousSecret && store.seal.open(previousSecret),
  };
}

/** Takes the secrets away; false when there were none. */
export async function deleteReaderSecret(store: Store, projectId: string): Promise<boolean> {
  const deleted = await store.db
    .deleteFrom('readerSecrets')
    .where('projectId', '=', projectId)
    .returning('projectId')
    .executeTakeFirst();
  return deleted !== undefined;
}
