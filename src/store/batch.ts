import { type CompiledQuery, type OperationNodeSource, type QueryExecutorProvider, sql } from 'kysely';
import { inTransaction, type Store } from './store.ts';

/** Kysely's builders and its `sql`. */
export type Query<Row = unknown> = OperationNodeSource & {
  compile(executor: QueryExecutorProvider): CompiledQuery<Row>;
};

/**
 * Runs several writes atomically. On PostgreSQL as one statement: rows that many answers write, such as the day's
 * usage, are locked only while the database works and not during network round trips. The writes cannot see each other.
 * https://www.postgresql.org/docs/current/queries-with.html#QUERIES-WITH-MODIFYING
 * @param make builds the queries, of which the last returns something
 * @returns the rows of the last
 */
export async function writeBatch<Row>(store: Store, make: (store: Store) => Query[]): Promise<Row[]> {
  return (await runBatch(store, compileBatch(store, make(store)))) as Row[];
}

/** The statements that `runBatch` runs as one write. */
export function compileBatch(store: Store, queries: Query[]): CompiledQuery[] {
  if (store.kind === 'sqlite' || queries.length === 1) return queries.map((query) => query.compile(store.db));
  const parts = queries.map((query, nth) => sql`${sql.ref(`part${nth}`)} as (${query})`);
  const last = sql.ref(`part${parts.length - 1}`);
  return [sql`with ${sql.join(parts)} select * from ${last}`.compile(store.db)];
}

/** @returns the rows of the last */
export async function runBatch(store: Store, queries: readonly CompiledQuery[]): Promise<unknown[]> {
  if (queries.length === 1) return (await store.db.executeQuery(queries[0]!)).rows;
  if (store.writeAll !== undefined) return store.writeAll(queries);
  return inTransaction(store, async ({ db }) => {
    let rows: unknown[] = [];
    for (const query of queries) ({ rows } = await db.executeQuery(query));
    return rows;
  });
}
