import { PostgresDialect, type PostgresPool } from 'kysely';
import { Client, type ClientConfig, Pool, types, type PoolClient } from 'pg';
import { cleanParameter } from './clean-parameter.ts';
import { noteWritten, rethrowFull } from './disk-full.ts';
import { rethrowUnavailable } from './database-unavailable.ts';
import { preparedName } from './prepared.ts';
import { keepAlive, type PostgresAccess } from './reach-postgres.ts';
import { retryConflicts } from './retry-conflicts.ts';

const int8 = 20;
const numeric = 1700;

/** Milliseconds. A stalled process must not hold its locks, nor one statement a connection, for ever. */
const timeouts = {
  idle_in_transaction_session_timeout: 30_000,
  statement_timeout: 60_000,
  lock_timeout: 20_000,
};

/** Milliseconds. A server that vanished never answers. */
const maxAnswerMs = timeouts.statement_timeout + 5_000;

/** Milliseconds to connect. */
const maxConnectMs = 10_000;

/**
 * Milliseconds to wait for a connection, longer than to make one: that all are in use says only that there is much to do. Less
 * than proxies wait for an answer, often 60 s.
 */
const maxQueueMs = 30_000;

/** Without session settings, a transaction sets them, and a single statement has only our own limit. */
const localTimeouts = Object.entries(timeouts)
  .map(([name, ms]) => `set local ${name} = ${ms}`)
  .join('; ');

/**
 * A Kysely dialect for PostgreSQL. Integers and sums are returned as numbers, not as text.
 * @param maxConnections concurrent connections of this process
 */
export function postgresDialect(
  { connection, isPooled }: PostgresAccess,
  maxConnections: number,
): PostgresDialect {
  const pool = new Pool({
    ...connection,
    max: maxConnections,
    ...keepAlive,
    connectionTimeoutMillis: maxQueueMs,
    Client: ConnectingClient,
    ...(!isPooled && timeouts),
    types: { getTypeParser: (oid, format) => numberParser(oid) ?? types.getTypeParser(oid, format) },
  });
  // The pool drops a broken connection; without a listener, its error would end the process. Its user learns of it from
  // the failing query. https://node-postgres.com/apis/pool#events
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return new PostgresDialect({ pool: cleaned(pool, isPooled) });
}

/** The pool gives its clients its own limit, which is that of the queue, too. */
class ConnectingClient extends Client {
  constructor(options?: ClientConfig) {
    super({ ...options, connectionTimeoutMillis: maxConnectMs });
  }
}

function numberParser(oid: number): typeof Number | undefined {
  return oid === int8 || oid === numeric ? Number : undefined;
}

function cleaned(pool: Pool, isPooled: boolean): PostgresPool {
  return {
    options: pool.options,
    connect: async () => cleanedClient(await pool.connect().catch(rethrowUnavailable), isPooled),
    end: () => pool.end(),
  };
}

function cleanedClient(client: PoolClient, isPooled: boolean) {
  let limit = maxAnswerMs;
  let isStalled = false;
  let isInTransaction = false;
  const query = (sql: string, parameters: readonly unknown[]) => {
    // Migrations and the building of indexes may take as long as they need.
    if (/^set (?:local )?statement_timeout = 0$|^(?:create|drop) index concurrently /.test(sql)) limit = 0;
    const values = parameters.map(cleanParameter);
    const begins = /^(?:begin|start transaction)/.test(sql);
    const statement = {
      name: isPooled ? undefined : preparedName(sql),
      text: isPooled && begins ? `${sql}; ${localTimeouts}` : sql,
      values,
      query_timeout: limit,
    };
    const run = () => client.query(statement);
    return (isInTransaction ? run() : retryConflicts(run)).then(
      (result) => {
        if (begins) isInTransaction = true;
        if (/^(?:commit|rollback)$/.test(sql)) isInTransaction = false;
        if (result.command !== 'SELECT') noteWritten();
        return result;
      },
      (error: unknown) => {
        isStalled ||= error instanceof Error && error.message === 'Query read timeout';
        return Promise.reject(error).catch(rethrowFull).catch(rethrowUnavailable);
      },
    );
  };
  return { query: query as never, release: (destroy?: boolean) => client.release(destroy || isStalled) };
}
