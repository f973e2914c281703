import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';

/** Any number, the same in every version of Docent: who holds this lock makes indexes. */
const lockId = 7_236_242;

/**
 * From this migration on, plain indexes of a PostgreSQL that is in use are made after the migration, without holding up
 * who writes. Those before have statements that need theirs at once.
 */
const since = '020';

/** The name of the index that a statement of a migration makes and that can be made later; null for any other statement. */
export function laterIndex(migration: string, statement: string): string | null {
  if (migration < since) return null;
  return /^\s*create index "(\w+)"/.exec(statement)?.[1] ?? null;
}

/** Has an index made once the migration is committed. */
export async function addLaterIndex(db: Kysely<Tables>, name: string, statement: string): Promise<void> {
  await createTable(db);
  await sql`insert into "laterIndexes" (name, statement) values (${name}, ${statement})`.execute(db);
}

/**
 * Makes the indexes that migrations left for later, on one server. One that was begun and not finished, as when that
 * server was killed, is invalid: it is dropped and made anew.
 * https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY
 * @throws Error when one cannot be made; it is tried again at the next start
 */
export async function makeLaterIndexes(store: Store): Promise<void> {
  if (store.kind !== 'postgres') return;
  await store.db.connection().execute(async (db) => {
    await createTable(db);
    // Who waits for a lock is waited for by the index: so nobody waits.
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${lockId}) as locked`.execute(
      db,
    );
    if (!rows[0]!.locked) return;
    try {
      await sql`set statement_timeout = 0`.execute(db);
      await sql`set lock_timeout = 0`.execute(db);
      for (const index of await laterIndexes(db)) await makeIndex(db, index);
    } finally {
      await sql`reset statement_timeout`.execute(db);
      await sql`reset lock_timeout`.execute(db);
      await sql`select pg_advisory_unlock(${lockId})`.execute(db);
    }
  });
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
