import { PostgresDialect, type PostgresPool } from 'kysely';
import { Pool, types, type PoolClient } from 'pg';
import { cleanParameter } from './clean-parameter.ts';

const int8 = 20;
const numeric = 1700;

/** A Kysely dialect over PostgreSQL. Whole numbers and sums arrive as numbers, not as text. */
export function postgresDialect(url: string): PostgresDialect {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    // A process that stalls in a transaction must not keep its locks from the others.
    idle_in_transaction_session_timeout: 30_000,
    types: { getTypeParser: (oid, format) => numberParser(oid) ?? types.getTypeParser(oid, format) },
  });
  // An idle connection that breaks is dropped by the pool; unheard, its error would end the process.
  pool.on('error', () => {});
  return new PostgresDialect({ pool: cleaned(pool) });
}

function numberParser(oid: number): typeof Number | undefined {
  return oid === int8 || oid === numeric ? Number : undefined;
}

function cleaned(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => cleanedClient(await pool.connect()),
    end: () => pool.end(),
  };
}

function cleanedClient(client: PoolClient) {
  const query = (sql: string, parameters: readonly unknown[]) =>
    client.query(sql, parameters.map(cleanParameter));
  return { query: query as never, release: (destroy?: boolean) => client.release(destroy) };
}
