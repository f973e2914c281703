import { Client, type ClientConfig } from 'pg';
import { DocentError } from '../errors.ts';
import { databaseProblem } from './database-problem.ts';
import { readPostgresAddress } from './postgres-address.ts';

/** How a PostgreSQL is reached. */
export type PostgresAccess = {
  connection: Pick<ClientConfig, 'connectionString' | 'ssl'>;
  /**
   * Whether a pooler such as PgBouncer is between: then each transaction may have another session, so there are no
   * settings, prepared statements, locks or notifications of a session.
   */
  isPooled: boolean;
};

/** What the migrations need. */
const leastVersion = 12;

/** Detects within 15 s that an idle connection is dead; the system takes two hours. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/**
 * Finds out how a PostgreSQL is reached: with TLS or without, directly or through a pooler.
 * @throws DocentError `not_ready`, which says why it cannot be reached
 */
export async function reachPostgres(url: string): Promise<PostgresAccess> {
  const { connectionString, tls } = readPostgresAddress(url);
  for (const [nth, ssl] of tls.entries()) {
    const client = new Client({ connectionString, ssl, ...keepAlive, connectionTimeoutMillis: 10_000 });
    try {
      return { connection: { connectionString, ssl }, isPooled: await isPooled(client) };
    } catch (error) {
      if (nth < tls.length - 1 && isAboutTls(error)) continue;
      if (error instanceof DocentError) throw error;
      const { host, port, user = '', database = '' } = client;
      throw new DocentError('not_ready', databaseProblem(error, { host, port, user, database }), {
        cause: error,
      });
    }
  }
  throw new TypeError('There is always a way to try.');
}

async function isPooled(client: Client): Promise<boolean> {
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number; version: string }>(
      "select pg_backend_pid() as pid, current_setting('server_version') as version",
    );
    const { pid, version } = rows[0]!;
    if (parseInt(version) < leastVersion)
      throw new DocentError(
        'not_ready',
        `The database is PostgreSQL ${version}, and Docent needs ${leastVersion} or later.`,
      );
    // Poolers assign their own process ids, because cancel requests use them.
    return pid !== (client as unknown as { processID: number }).processID;
  } finally {
    void client.end().catch(() => {});
  }
}

/** Whether the other way may work: there is no TLS, it fails, or the server wants it for this role (28000). */
function isAboutTls(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return code === '28000' || /SSL|TLS|CERT|EPROTO|ECONNRESET/i.test(`${code} ${message}`);
}
