import { sql } from 'kysely';
import { inTransaction, type Store } from './store.ts';

/** Every column of a secret that must be had again as it is, with the key of its rows. */
const secretColumns = [
  { table: 'webhooks', key: 'projectId', column: 'secret' },
  { table: 'webhooks', key: 'projectId', column: 'previousSecret' },
  { table: 'readerSecrets', key: 'projectId', column: 'secret' },
  { table: 'readerSecrets', key: 'projectId', column: 'previousSecret' },
  { table: 'notifications', key: 'organizationId', column: 'secret' },
] as const;

/**
 * Seals what was stored before there was a key to seal it with.
 * @throws Error when something is sealed with another key
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
