import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Store } from '../../src/store/store.ts';

/** Linux counts in hundredths of a second for every program. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const tickMs = 10;

/** The processor time that PostgreSQL's processes for this database have used, in ms; 0 for SQLite, which has none. */
export async function databaseCpu(store: Store): Promise<number> {
  if (store.kind !== 'postgres') return 0;
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'`.execute(store.db);
  const backends = await Promise.all(rows.map(({ pid }) => statOf(pid)));
  // What helpers of a query used that have ended is the server's own.
  const server = backends[0] && (await statOf(backends[0].parent));
  return backends.reduce((sum, { used }) => sum + used, server?.ofChildren ?? 0);
}

async function statOf(pid: number): Promise<{ parent: number; used: number; ofChildren: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = (from: number) => (fields[from]! + fields[from + 1]!) * tickMs;
  return { parent: fields[1]!, used: ticks(11), ofChildren: ticks(13) };
}
