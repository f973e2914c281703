import { PostgresDialect, type PostgresPool } from 'kysely';
import { Pool, types, type PoolClient } from 'pg';
import { cleanParameter } from './clean-parameter.ts';
import { noteWritten, whenFull } from './disk-full.ts';
import { whenAway } from './database-away.ts';
import { preparedName } from './prepared.ts';
import { untilCommitted } from './until-committed.ts';

const int8 = 20;
const numeric = 1700;

/** Milliseconds. A stalled process must not hold its locks, nor one statement a connection, for ever. */
const timeouts = {
  connectionTimeoutMillis: 5_000,
  idle_in_transaction_session_timeout: 30_000,
  statement_timeout: 60_000,
  lock_timeout: 20_000,
};

/** Milliseconds. The answer of a server that is gone without a word never comes. */
const maxAnswerMs = timeouts.statement_timeout + 5_000;

/** Notices within 15 s that the other end of an idle connection is gone, which the system does after two hours. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/**
 * A Kysely dialect for PostgreSQL. Integers and sums are returned as numbers, not as text.
 * @param maxConnections concurrent connections of this process
 */
export function postgresDialect(url: string, maxConnections: number): PostgresDialect {
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    ...keepAlive,
    ...timeouts,
    types: { getTypeParser: (oid, format) => numberParser(oid) ?? types.getTypeParser(oid, format) },
  });
  // The pool drops a broken connection; without a listener, its error would end the process. Its user learns of it from
  // the failing query. https://node-postgres.com/apis/pool#events
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return new PostgresDialect({ pool: cleaned(pool) });
}

function numberParser(oid: number): typeof Number | undefined {
  return oid === int8 || oid === numeric ? Number : undefined;
}

function cleaned(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => cleanedClient(await pool.connect().catch(whenAway)),
    end: () => pool.end(),
  };
}

function cleanedClient(client: PoolClient) {
  let limit = maxAnswerMs;
  let isStalled = false;
  let isInTransaction = false;
  const query = (sql: string, parameters: readonly unknown[]) => {
    // Migrations and the building of indexes may take as long as they need.
    if (/^set (?:local )?statement_timeout = 0$/.test(sql)) limit = 0;
    const values = parameters.map(cleanParameter);
    const statement = { name: preparedName(sql), text: sql, values, query_timeout: limit };
    const run = () => client.query(statement);
    return (isInTransaction ? run() : untilCommitted(run)).then(
      (result) => {
        if (/^(?:begin|start transaction)/.test(sql)) isInTransaction = true;
        if (/^(?:commit|rollback)$/.test(sql)) isInTransaction = false;
        if (result.command !== 'SELECT') noteWritten();
        return result;
      },
      (error: unknown) => {
        isStalled ||= error instanceof Error && error.message === 'Query read timeout';
        return Promise.reject(error).catch(whenFull).catch(whenAway);
      },
    );
  };
  return { query: query as never, release: (destroy?: boolean) => client.release(destroy || isStalled) };
}
