import { sql } from 'kysely';
import { Client } from 'pg';
import { newId } from '../lib/ids.ts';
import { keepAlive, type PostgresAccess } from './reach-postgres.ts';
import type { WorkSignal } from './work-signal.ts';

const channel = 'docent_work';
const reconnectMs = 1_000;
const pollMs = 2_000;

/**
 * Sends work signals between all servers of a database. Each server listens on a dedicated connection, since pooled
 * ones come and go. https://www.postgresql.org/docs/current/sql-notify.html
 * @param access to it, past any pooler; null where there is none: then servers poll
 */
export function postgresSignal(access: PostgresAccess['connection'] | null): WorkSignal {
  const self = newId('signal');
  return {
    async send(db) {
      await sql`select pg_notify(${channel}, ${self})`.execute(db);
    },
    async listen(onWork) {
      if (access === null) {
        const timer = setInterval(onWork, pollMs, false).unref();
        return async () => clearInterval(timer);
      }
      let client: Client | null = null;
      let retry: NodeJS.Timeout | undefined;
      let stopped = false;

      async function connect(): Promise<void> {
        const opened = new Client({
          ...access,
          ...keepAlive,
          connectionTimeoutMillis: 10_000,
        });
        opened.on('error', () => lost(opened));
        opened.on('end', () => lost(opened));
        opened.on('notification', ({ payload }) => onWork(payload === self));
        client = opened;
        try {
          await opened.connect();
          await opened.query(`listen ${channel}`);
          // Signals sent before this were missed.
          onWork(true);
        } catch {
          lost(opened);
        }
      }

      function lost(opened: Client): void {
        if (client !== opened) return;
        client = null;
        opened.end().catch(() => {});
        if (!stopped) retry = setTimeout(() => void connect(), reconnectMs).unref();
      }

      await connect();
      return async () => {
        stopped = true;
        clearTimeout(retry);
        const last = client;
        client = null;
        await last?.end().catch(() => {});
      };
    },
  };
}
