import { type Issued, issuedByOne, parseIssued } from './issued.ts';
import type { Store } from './store.ts';
import { hasRow } from './records.ts';

/** The tables of secrets that a project shares with its forge, or with its site's backend. */
const secretTables = ['webhooks', 'readerSecrets'] as const;
export type SecretTable = (typeof secretTables)[number];

/** A secret that may be used, by whom it was made. */
type StoredSecret = { secret: string; /** Null: by a person. */ issued: Issued | null };
type ProjectSecrets = {
  current: StoredSecret;
  /** Valid until `until`, in milliseconds since 1970. */
  previous: (StoredSecret & { until: number }) | null;
};

/** Stores a project's new secret, encrypted; the previous one stays valid until `previousUntil`. */
export async function setProjectSecret(
  store: Store,
  table: SecretTable,
  { projectId, secret, issued, createdAt }: StoredSecret & { projectId: string; createdAt: number },
  previousUntil: number,
): Promise<void> {
  const next = {
    secret: store.seal.seal(secret),
    issued: issued && JSON.stringify(issued),
    createdAt,
  };
  const none = { previousSecret: null, previousIssued: null, previousUntil: null };
  await store.db
    .insertInto(table)
    .values({ projectId, ...next, ...none })
    .onConflict((conflict) =>
      conflict.column('projectId').doUpdateSet((update) => ({
        ...next,
        previousSecret: update.ref(`${table}.secret`),
        previousIssued: update.ref(`${table}.issued`),
        previousUntil,
      })),
    )
    .execute();
}

export async function findProjectSecrets(
  store: Store,
  table: SecretTable,
  projectId: string,
): Promise<ProjectSecrets | undefined> {
  const row = await store.db
    .selectFrom(table)
    .selectAll()
    .where('projectId', '=', projectId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { secret, issued, previousSecret, previousIssued, previousUntil } = row;
  return {
    current: { secret: store.seal.open(secret), issued: parseIssued(issued) },
    previous:
      previousSecret === null || previousUntil === null
        ? null
        : {
            secret: store.seal.open(previousSecret),
            issued: parseIssued(previousIssued),
            until: previousUntil,
          },
  };
}

/** Deletes what the keys made. What such a secret replaced is valid again, if it still was. */
export async function endIssuedSecrets(
  store: Store,
  organizationId: string,
  keys: readonly string[],
  now: number,
): Promise<void> {
  for (const table of secretTables) {
    const ofOrganization = store.db
      .selectFrom('projects')
      .select('id')
      .where('organizationId', '=', organizationId);
    await store.db
      .updateTable(table)
      .set({ previousSecret: null, previousIssued: null, previousUntil: null })
      .where('projectId', 'in', ofOrganization)
      .where(issuedByOne('previousIssued', keys))
      .execute();
    await store.db
      .updateTable(table)
      .set((update) => ({
        secret: update.ref('previousSecret').$notNull(),
        issued: update.ref('previousIssued'),
        previousSecret: null,
        previousIssued: null,
        previousUntil: null,
      }))
      .where('projectId', 'in', ofOrganization)
      .where(issuedByOne('issued', keys))
      .where('previousUntil', '>', now)
      .execute();
    await store.db
      .deleteFrom(table)
      .where('projectId', 'in', ofOrganization)
      .where(issuedByOne('issued', keys))
      .execute();
  }
}

/** Deletes the secret and the previous one; false when there was none. */
export async function deleteProjectSecret(
  store: Store,
  table: SecretTable,
  projectId: string,
): Promise<boolean> {
  return hasRow(store.db.deleteFrom(table).where('projectId', '=', projectId).returning('projectId'));
}
