import { Kysely } from 'kysely';
import { createSeal } from '../lib/seal.ts';
import { makeLaterIndexes } from './later-indexes.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './schema.ts';
import { sealStoredSecrets } from './sealed-secrets.ts';
import { openSqlite } from './sqlite.ts';
import { type Store, storeOver } from './store.ts';
import { localSignal } from './work-signal.ts';

export type StoreOptions = {
  /** `postgres://…`, or `sqlite:PATH`, or just a path. */
  url: string;
  /** At once, to PostgreSQL. */
  maxConnections?: number;
  /** SQLite in a thread of its own. */
  thread?: boolean;
  /** Seals secrets that must be had again as they are. */
  secretKey?: string | undefined;
  /** Told before the tables of a database that is in use change: an earlier Docent cannot open it afterwards. */
  onMigrate?: (names: string[]) => void;
  /** Told when an index cannot be made: all works without it, and slower. */
  onSlow?: (error: unknown) => void;
};

/**
 * Opens the store and brings its tables up to date. Safe when several processes do it at once.
 * @throws Error when it cannot be opened, or holds secrets that another key sealed; DocentError `conflict` when it was made
 *   by a newer Docent
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const store = await openAsItIs(options);
  try {
    await migrate(store, undefined, options.onMigrate);
    await makeLaterIndexes(store).catch((error: unknown) => options.onSlow?.(error));
    await sealStoredSecrets(store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Opens the store with whatever tables it has. */
export async function openAsItIs({
  url,
  maxConnections = 10,
  thread = false,
  secretKey,
}: StoreOptions): Promise<Store> {
  const seal = createSeal(secretKey);
  if (/^postgres(ql)?:\/\//.test(url)) {
    // Loaded when it is used: the embedded default starts faster without it.
    const { postgresDialect } = await import('./postgres.ts');
    const { postgresSignal } = await import('./postgres-signal.ts');
    return storeOver(
      'postgres',
      new Kysely<Tables>({ dialect: postgresDialect(url, maxConnections) }),
      postgresSignal(url),
      seal,
    );
  }
  const { dialect, writeAll } = openSqlite(url.replace(/^sqlite:/, ''), { thread });
  return { ...storeOver('sqlite', new Kysely<Tables>({ dialect }), localSignal(), seal), writeAll };
}
