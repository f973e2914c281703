import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** Where all state lives but the index files. Everyone else reads and writes it by the functions of this room. */
export type Store = {
  kind: 'sqlite' | 'postgres';
  db: Kysely<Tables>;
  /** Milliseconds since 1970 by the database's clock, so that all processes agree. */
  now(): Promise<number>;
  close(): Promise<void>;
};

/** Runs `work` on a store whose writes become visible all at once, or not at all when it throws. */
export function inTransaction<Result>(
  store: Store,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  return store.db.transaction().execute((db) => work({ ...store, db }));
}
