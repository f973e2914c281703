import { Kysely } from 'kysely';
import { createSeal } from '../lib/seal.ts';
import { migrate } from './migrate.ts';
import { makeNewDatabase } from './new-database.ts';
import type { Tables } from './schema.ts';
import { sealStoredSecrets } from './sealed-secrets.ts';
import { openSqlite } from './sqlite.ts';
import { type Store, storeOver } from './store.ts';
import { localSignal } from './work-signal.ts';

export type StoreOptions = {
  /** `postgres://…`, or `sqlite:PATH`, or just a path. */
  url: string;
  /** Maximum concurrent connections to PostgreSQL. */
  maxConnections?: number;
  /** Runs SQLite in a worker thread. */
  thread?: boolean;
  /** Encrypts secrets that must be readable again. */
  secretKey?: string | undefined;
  /** Called before the tables of a database in use change. @param names of the migrations */
  onMigrate?: (names: string[]) => void;
};

/**
 * Opens the store and migrates its tables. Safe when several processes do it at once.
 * @throws Error when it cannot be opened, or contains secrets that another key encrypted; DocentError `conflict` when a
 *   newer Docent made it
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const store = await openAsItIs(options);
  try {
    await makeNewDatabase(store);
    await migrate(store, undefined, options.onMigrate);
    await sealStoredSecrets(store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Opens the store without migrating it. */
export async function openAsItIs({
  url,
  maxConnections = 10,
  thread = false,
  secretKey,
}: StoreOptions): Promise<Store> {
  const seal = createSeal(secretKey);
  if (/^postgres(ql)?:\/\//.test(url)) {
    // Loaded on first use: the embedded default starts faster without it.
    const { postgresDialect } = await import('./postgres.ts');
    const { postgresSignal } = await import('./postgres-signal.ts');
    return storeOver(
      'postgres',
      new Kysely<Tables>({ dialect: postgresDialect(url, maxConnections) }),
      postgresSignal(url),
      seal,
    );
  }
  const path = url.replace(/^sqlite:/, '');
  const { dialect, writeAll, readHere } = openSqlite(path, { thread });
  const store = storeOver('sqlite', new Kysely<Tables>({ dialect }), localSignal(), seal);
  // A second connection to memory would have a database of its own.
  return { ...store, writeAll, ...(thread && path !== ':memory:' && { readHere }) };
}
