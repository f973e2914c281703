import { type Compilable, type OperationNodeSource, sql } from 'kysely';
import { inTransaction, type Store } from './store.ts';

type Query = OperationNodeSource & Compilable & { execute(): Promise<unknown[]> };

/**
 * Runs several writes atomically. On PostgreSQL as one statement: rows that many answers write, such as the day's
 * usage, are locked only while the database works and not during network round trips. The writes cannot see each other.
 * https://www.postgresql.org/docs/current/queries-with.html#QUERIES-WITH-MODIFYING
 * @param make builds the queries, of which the last returns something
 * @returns the rows of the last
 */
export async function writeTogether<Row>(store: Store, make: (store: Store) => Query[]): Promise<Row[]> {
  if (store.writeAll !== undefined)
    return (await store.writeAll(make(store).map((query) => query.compile()))) as Row[];
  if (store.kind === 'sqlite') {
    return inTransaction(store, async (transaction) => {
      let rows: unknown[] = [];
      for (const query of make(transaction)) rows = await query.execute();
      return rows as Row[];
    });
  }
  const parts = make(store).map((query, nth) => sql`${sql.ref(`part${nth}`)} as (${query})`);
  const last = sql.ref(`part${parts.length - 1}`);
  const { rows } = await sql<Row>`with ${sql.join(parts)} select * from ${last}`.execute(store.db);
  return rows;
}
