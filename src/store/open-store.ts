import { Kysely, sql } from 'kysely';
import { createSeal } from '../lib/seal.ts';
import { requireRights } from './database-rights.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import type { Tables } from './schema.ts';
import { sealStoredSecrets } from './sealed-secrets.ts';
import { schema, through } from './sqlite-schema.ts';
import { openSqlite } from './sqlite.ts';
import { type Store, storeOver } from './store.ts';
import { localSignal } from './work-signal.ts';

export type StoreOptions = {
  /** `postgres://…`, or `sqlite:PATH`, or just a path. */
  url: string;
  /** The same PostgreSQL past its pooler, to listen for work. */
  directUrl?: string | undefined;
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
 * @throws DocentError `not_ready`, which says why a PostgreSQL cannot be used; Error when a file cannot, or contains secrets that another key encrypted; DocentError `conflict` when a
 *   newer Docent made it
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const store = await openAsItIs(options);
  try {
    await requireRights(store);
    const isNew = await makeNewDatabase(store);
    await migrate(store, undefined, isNew ? undefined : options.onMigrate);
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
  directUrl,
  maxConnections = 10,
  thread = false,
  secretKey,
}: StoreOptions): Promise<Store> {
  const seal = createSeal(secretKey);
  if (/^postgres(ql)?:\/\//.test(url)) {
    // Loaded on first use: the embedded default starts faster without it.
    const { postgresDialect } = await import('./postgres.ts');
    const { postgresSignal } = await import('./postgres-signal.ts');
    const { reachPostgres } = await import('./reach-postgres.ts');
    const access = await reachPostgres(url);
    const direct = directUrl === undefined ? access : await reachPostgres(directUrl);
    const db = new Kysely<Tables>({ dialect: postgresDialect(access, maxConnections) });
    const signal = postgresSignal(direct.isPooled ? null : direct.connection);
    return { ...storeOver('postgres', db, signal, seal), isPooled: access.isPooled };
  }
  const path = url.replace(/^sqlite:/, '');
  const { dialect, writeAll, readHere } = openSqlite(path, { thread });
  const store = storeOver('sqlite', new Kysely<Tables>({ dialect }), localSignal(), seal);
  // A second connection to memory would have a database of its own.
  return { ...store, writeAll, ...(thread && path !== ':memory:' && { readHere }) };
}

/**
 * Makes the tables of an empty SQLite database in one message: the migrations take ten times as long. PostgreSQL is left
 * to these.
 * @returns whether it was empty
 */
export async function makeNewDatabase({ db, writeAll }: Store): Promise<boolean> {
  if (writeAll === undefined || !(await isEmpty(db))) return false;
  const names = migrations.slice(0, 1 + migrations.findIndex(({ name }) => name === through));
  const statements = [
    ...schema.map((statement) => sql.raw(statement)),
    ...names.map(({ name }) => sql`insert into migrations (name) values (${name})`),
  ];
  // When another process is first, the first table is there already. What else fails here fails the migrations, too.
  await writeAll(statements.map((statement) => statement.compile(db))).catch(() => {});
  return true;
}

async function isEmpty(db: Store['db']): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_schema limit 1`.execute(db);
  return rows.length === 0;
}
