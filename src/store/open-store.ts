import { Kysely } from 'kysely';
import { migrate } from './migrate.ts';
import type { Tables } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';
import { type Store, storeOver } from './store.ts';
import { localSignal } from './work-signal.ts';

/**
 * Opens the store and brings its tables up to date. Safe when several processes do it at once.
 * @param options.url `postgres://…`, or `sqlite:PATH`, or just a path
 * @throws Error when it cannot be opened, or was made by a newer Docent
 */
export async function openStore(options: { url: string }): Promise<Store> {
  const store = await storeAt(options.url);
  try {
    await migrate(store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function storeAt(url: string): Promise<Store> {
  if (/^postgres(ql)?:\/\//.test(url)) {
    // Loaded when it is used: the embedded default starts faster without it.
    const { postgresDialect } = await import('./postgres.ts');
    const { postgresSignal } = await import('./postgres-signal.ts');
    return storeOver('postgres', new Kysely<Tables>({ dialect: postgresDialect(url) }), postgresSignal(url));
  }
  const dialect = sqliteDialect(url.replace(/^sqlite:/, ''));
  return storeOver('sqlite', new Kysely<Tables>({ dialect }), localSignal());
}
