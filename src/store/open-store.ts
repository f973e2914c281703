import { Kysely, sql } from 'kysely';
import { migrate } from './migrate.ts';
import { postgresDialect } from './postgres.ts';
import type { Tables } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Store } from './store.ts';

/**
 * Opens the store and brings its tables up to date. Safe when several processes do it at once.
 * @param options.url `postgres://…`, or `sqlite:PATH`, or just a path
 * @throws Error when it cannot be opened, or was made by a newer Docent
 */
export async function openStore(options: { url: string }): Promise<Store> {
  const store = /^postgres(ql)?:\/\//.test(options.url)
    ? openPostgres(options.url)
    : openSqlite(options.url.replace(/^sqlite:/, ''));
  try {
    await migrate(store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

function openPostgres(url: string): Store {
  const db = new Kysely<Tables>({ dialect: postgresDialect(url) });
  const clock = sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::int8 as now`;
  return {
    kind: 'postgres',
    db,
    now: async () => (await clock.execute(db)).rows[0]!.now,
    close: () => db.destroy(),
  };
}

function openSqlite(path: string): Store {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(path) });
  // All processes that share the file share this machine's clock.
  return { kind: 'sqlite', db, now: async () => Date.now(), close: () => db.destroy() };
}
