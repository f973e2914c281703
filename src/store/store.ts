import { sql, type Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** Where all state lives but the index files. Everyone else reads and writes it by the functions of this room. */
export type Store = {
  kind: 'sqlite' | 'postgres';
  db: Kysely<Tables>;
  /** Milliseconds since 1970 by the database's clock, so that all processes agree. */
  now(): Promise<number>;
  close(): Promise<void>;
};

export function storeOver(kind: Store['kind'], db: Kysely<Tables>): Store {
  return {
    kind,
    db,
    // All processes that share a SQLite file share this machine's clock.
    now: async () => (kind === 'sqlite' ? Date.now() : postgresNow(db)),
    close: () => db.destroy(),
  };
}

/** Runs `work` on a store whose writes become visible all at once, or not at all when it throws. */
export function inTransaction<Result>(
  store: Store,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  return store.db.transaction().execute((db) => work(storeOver(store.kind, db)));
}

async function postgresNow(db: Kysely<Tables>): Promise<number> {
  const clock = sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::int8 as now`;
  return (await clock.execute(db)).rows[0]!.now;
}
