import type { StoreKind } from './store-kind.ts';
import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import { isDiskFull } from './disk-full.ts';
import type { Seal } from '../lib/seal.ts';
import type { Tables } from './schema.ts';
import type { WorkSignal } from './work-signal.ts';

/** Where all state lives but the index files. Everyone else reads and writes it by the functions of this folder. */
export type Store = {
  kind: StoreKind;
  db: Kysely<Tables>;
  /** Encrypts secrets that must be had again as they are. */
  seal: Seal;
  /** Milliseconds since 1970 by the database's clock, so that all processes agree. */
  now(): Promise<number>;
  /** Whether the last write found the disk full. */
  isFull(): boolean;
  /** Tells servers that there is background work. */
  signal: WorkSignal;
  /** Runs all as one transaction and in one go. @returns the rows of the last. None within a transaction and on PostgreSQL */
  writeAll?: (queries: readonly CompiledQuery[]) => Promise<unknown[]>;
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
    now: async () => (kind === 'sqlite' ? Date.now() : postgresNow(db)),
    close: () => db.destroy(),
  };
}

/**
 * Runs `work` on a store whose writes become visible all at once, or not at all when it throws. Within another
 * transaction it is a part of that one, and what it wrote is undone alone when it throws.
 */
export async function inTransaction<Result>(
  store: Store,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  if (store.db.isTransaction) return inSavepoint(store, work);
  return store.db.transaction().execute((db) => work(storeOver(store.kind, db, store.signal, store.seal)));
}

/** Of savepoints of one name the newest counts, so they may lie in each other. https://sqlite.org/lang_savepoint.html */
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

/** The time of `now` within a statement, which saves asking for it. */
export function clock({ kind }: Pick<Store, 'kind'>): RawBuilder<number> {
  return kind === 'sqlite' ? sql`${Date.now()}` : sql`(extract(epoch from clock_timestamp()) * 1000)::int8`;
}

async function postgresNow(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${clock({ kind: 'postgres' })} as now`.execute(db);
  return rows[0]!.now;
}
