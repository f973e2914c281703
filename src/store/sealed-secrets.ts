import { secretTables } from './project-secrets.ts';
import { inTransaction, type Store } from './store.ts';

/**
 * Seals what was stored before there was a key to seal it with.
 * @throws Error when something is sealed with another key
 */
export async function sealStoredSecrets(store: Store): Promise<void> {
  await inTransaction(store, async ({ db, seal }) => {
    for (const table of secretTables) {
      const rows = await db.selectFrom(table).select(['projectId', 'secret', 'previousSecret']).execute();
      for (const { projectId, secret, previousSecret } of rows) {
        const opened = {
          secret: seal.open(secret),
          previousSecret: previousSecret && seal.open(previousSecret),
        };
        if (secret.startsWith('sealed:') || seal.seal('') === '') continue;
        const sealed = {
          secret: seal.seal(opened.secret),
          previousSecret: opened.previousSecret && seal.seal(opened.previousSecret),
        };
        await db.updateTable(table).set(sealed).where('projectId', '=', projectId).execute();
      }
    }
  });
}
