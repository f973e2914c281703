import { sql } from 'kysely';
import { inTransaction, type Store } from './store.ts';

/** Every column with an encrypted secret, with the key of its rows. */
const secretColumns = [
  { table: 'webhooks', key: 'projectId', column: 'secret' },
  { table: 'webhooks', key: 'projectId', column: 'previousSecret' },
  { table: 'readerSecrets', key: 'projectId', column: 'secret' },
  { table: 'readerSecrets', key: 'projectId', column: 'previousSecret' },
  { table: 'sourceTokens', key: 'id', column: 'token' },
  { table: 'channelSecrets', key: 'id', column: 'secrets' },
  { table: 'notifications', key: 'organizationId', column: 'secret' },
] as const;

/**
 * Encrypts secrets that were stored before there was an encryption key.
 * @throws Error when a secret is encrypted with another key
 */
export async function sealStoredSecrets(store: Store): Promise<void> {
  await inTransaction(store, async ({ db, seal }) => {
    for (const { table, key, column } of secretColumns) {
      const [from, id, secret] = [sql.table(table), sql.ref(key), sql.ref(column)];
      const { rows } = await sql<{ id: string; secret: string }>`
        select ${id} as id, ${secret} as secret from ${from} where ${secret} is not null`.execute(db);
      for (const row of rows) {
        const opened = seal.open(row.secret);
        const isSealed = opened !== row.secret;
        if (isSealed || seal.seal('') === '') continue;
        await sql`update ${from} set ${secret} = ${seal.seal(opened)} where ${id} = ${row.id}`.execute(db);
      }
    }
  });
}
