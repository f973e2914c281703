import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';

/** An arbitrary number, the same in every version of Docent: the holder of this lock creates indexes. */
const lockId = 7_236_242;

/**
 * From this migration on, plain indexes on a PostgreSQL database in use are created after the migration, without
 * blocking writers. Earlier migrations contain statements that need their indexes at once.
 */
const since = '020';

/** The name of the index that a migration's statement creates and that can wait; null for any other statement. */
export function laterIndex(migration: string, statement: string): string | null {
  if (migration < since) return null;
  return /^\s*create index "(\w+)"/.exec(statement)?.[1] ?? null;
}

/** Schedules the creation of an index for after the migration's commit. */
export async function addLaterIndex(db: Kysely<Tables>, name: string, statement: string): Promise<void> {
  await createTable(db);
  await sql`insert into "laterIndexes" (name, statement) values (${name}, ${statement})`.execute(db);
}

/**
 * Creates the indexes that migrations postponed, on one server. An unfinished one, as of a killed server, is invalid:
 * it is dropped and created again.
 * https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY
 * @param signal stops a statement that may take minutes
 * @throws Error when one cannot be created; the next call tries again
 */
export async function makeLaterIndexes(store: Store, signal?: AbortSignal): Promise<void> {
  if (store.kind !== 'postgres') return;
  const cancel = () => void cancelMaking(store).catch(() => {});
  await store.db.connection().execute(async (db) => {
    await createTable(db);
    // Behind a pooler, sessions hold no locks: only the lease of this work excludes other servers.
    const release = store.isPooled ? async () => {} : await lockSession(db);
    if (release === null) return;
    signal?.addEventListener('abort', cancel);
    try {
      for (const index of await laterIndexes(db)) {
        signal?.throwIfAborted();
        await makeIndex(db, index);
      }
    } finally {
      signal?.removeEventListener('abort', cancel);
      await release();
    }
  });
}

/** Takes the lock, and lifts the session's limits. @returns how to give both back; null when another has the lock */
async function lockSession(db: Kysely<Tables>): Promise<(() => Promise<void>) | null> {
  // A concurrent index waits for sessions that wait for a lock, so this must not wait.
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${lockId}) as locked`.execute(
    db,
  );
  if (!rows[0]!.locked) return null;
  await sql`set statement_timeout = 0`.execute(db);
  await sql`set lock_timeout = 0`.execute(db);
  return async () => {
    await sql`reset statement_timeout`.execute(db);
    await sql`reset lock_timeout`.execute(db);
    await sql`select pg_advisory_unlock(${lockId})`.execute(db);
  };
}

/** Through another connection: only one server makes indexes at a time. */
async function cancelMaking({ db }: Store): Promise<void> {
  await sql`select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and query similar to '(create|drop) index concurrently%'`.execute(db);
}

type LaterIndex = { name: string; statement: string };

async function makeIndex(db: Kysely<Tables>, { name, statement }: LaterIndex): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${`"${name}"`})`.execute(db);
  if (rows[0]?.valid === false) await sql`drop index concurrently ${sql.ref(name)}`.execute(db);
  if (rows[0]?.valid !== true)
    await sql.raw(statement.replace('create index', 'create index concurrently')).execute(db);
  await sql`delete from "laterIndexes" where name = ${name}`.execute(db);
}

async function laterIndexes(db: Kysely<Tables>): Promise<LaterIndex[]> {
  return (await sql<LaterIndex>`select name, statement from "laterIndexes" order by name`.execute(db)).rows;
}

async function createTable(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('"laterIndexes"') is not null as there`.execute(db);
  if (rows[0]!.there) return;
  await sql`create table if not exists "laterIndexes" (name text primary key, statement text not null)`.execute(
    db,
  );
}
