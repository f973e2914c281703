import type { StoreKind } from './store-kind.ts';
import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import { isDiskFull } from './disk-full.ts';
import type { Seal } from '../lib/seal.ts';
import type { Tables } from './schema.ts';
import { retryConflicts } from './retry-conflicts.ts';
import type { WorkSignal } from './work-signal.ts';

/** All state except the index files. Other modules read and write it through the functions of this folder. */
export type Store = {
  kind: StoreKind;
  db: Kysely<Tables>;
  /** Encrypts secrets that must be readable again. */
  seal: Seal;
  /** Milliseconds since 1970 by the database's clock, so that all processes agree. */
  now(): Promise<number>;
  /** Writes something. @throws as any write does, so that the caller learns whether writes work */
  tryWriting(): Promise<void>;
  /** Whether the last write found the disk full. */
  isFull(): boolean;
  /** Notifies servers of background work. */
  signal: WorkSignal;
  /** Runs all queries in one transaction. @returns the rows of the last. Absent in transactions and on PostgreSQL */
  writeAll?: (queries: readonly CompiledQuery[]) => Promise<unknown[]>;
  /** Runs a short reading query without another thread or process. Absent where that is not possible, or not quicker */
  readHere?: (query: CompiledQuery) => Promise<unknown[]>;
  /** Whether a pooler is between, so that nothing lasts from one transaction to the next. Absent in transactions */
  isPooled?: boolean;
  close(): Promise<void>;
};

export function storeOver(kind: StoreKind, db: Kysely<Tables>, signal: WorkSignal, seal: Seal): Store {
  return {
    kind,
    db,
    seal,
    // All processes that share a SQLite file share this machine's clock.
    signal,
    isFull: isDiskFull,
    tryWriting: async () => {
      await sql`update migrations set name = name where name = (select min(name) from migrations)`.execute(
        db,
      );
    },
    now: async () => (kind === 'sqlite' ? Date.now() : postgresNow(db)),
    close: () => db.destroy(),
  };
}

/**
 * Runs `work` in a transaction, which is rolled back when it throws, and run again after a deadlock. A nested call is part of the outer transaction,
 * and rolls back only its own writes.
 */
export async function inTransaction<Result>(
  store: Store,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  if (store.db.isTransaction) return inSavepoint(store, work);
  return retryConflicts(() =>
    store.db.transaction().execute((db) => work(storeOver(store.kind, db, store.signal, store.seal))),
  );
}

/** Savepoints may be nested under one name: the newest counts. https://sqlite.org/lang_savepoint.html */
async function inSavepoint<Result>(store: Store, work: (store: Store) => Promise<Result>): Promise<Result> {
  await sql`savepoint inner_work`.execute(store.db);
  try {
    const result = await work(store);
    await sql`release savepoint inner_work`.execute(store.db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint inner_work`.execute(store.db);
    await sql`release savepoint inner_work`.execute(store.db);
    throw error;
  }
}

/** The database's time as an expression, which saves a query. */
export function clock({ kind }: Pick<Store, 'kind'>): RawBuilder<number> {
  return kind === 'sqlite'
    ? sql`cast(round(unixepoch('subsec') * 1000) as integer)`
    : sql`(extract(epoch from clock_timestamp()) * 1000)::int8`;
}

async function postgresNow(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${clock({ kind: 'postgres' })} as now`.execute(db);
  return rows[0]!.now;
}
