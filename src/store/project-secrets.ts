import type { Store } from './store.ts';

/** The tables of secrets that a project shares with its forge, or with its site's backend. */
export type SecretTable = 'webhooks' | 'readerSecrets';

type ProjectSecret = {
  projectId: string;
  secret: string;
  /** Valid until `previousUntil`, in milliseconds since 1970. */
  previousSecret: string | null;
  previousUntil: number | null;
  createdAt: number;
};

/** Stores a project's new secret, encrypted; the previous one stays valid until `previousUntil`. */
export async function setProjectSecret(
  store: Store,
  table: SecretTable,
  { projectId, secret, createdAt }: Pick<ProjectSecret, 'projectId' | 'secret' | 'createdAt'>,
  previousUntil: number,
): Promise<void> {
  const sealed = store.seal.seal(secret);
  await store.db
    .insertInto(table)
    .values({ projectId, secret: sealed, previousSecret: null, previousUntil: null, createdAt })
    .onConflict((conflict) =>
      conflict.column('projectId').doUpdateSet((update) => ({
        secret: sealed,
        previousSecret: update.ref(`${table}.secret`),
        previousUntil,
        createdAt,
      })),
    )
    .execute();
}

export async function findProjectSecret(
  store: Store,
  table: SecretTable,
  projectId: string,
): Promise<ProjectSecret | undefined> {
  const row = await store.db
    .selectFrom(table)
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

/** Deletes the secret and the previous one; false when there was none. */
export async function deleteProjectSecret(
  store: Store,
  table: SecretTable,
  projectId: string,
): Promise<boolean> {
  const deleted = await store.db
    .deleteFrom(table)
    .where('projectId', '=', projectId)
    .returning('projectId')
    .executeTakeFirst();
  return deleted !== undefined;
}
