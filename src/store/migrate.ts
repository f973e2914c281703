import { sql, type Transaction } from 'kysely';
import { migrations } from './migrations.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';

/** Any number, the same in every version of Docent: who holds this lock migrates. */
const lockId = 7_236_241;

/**
 * Runs the migrations that this database has not seen, all in one transaction.
 * @throws Error when the database was made by a newer Docent
 */
export async function migrate(store: Pick<Store, 'db' | 'kind'>): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    // On SQLite a transaction begins as the only writer. PostgreSQL needs a lock of its own, because there
    // even `create table if not exists` fails when two sessions run it at once.
    if (store.kind === 'postgres') {
      // A statement over a large table may take as long as it takes, and so may waiting for who runs it.
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`set local lock_timeout = 0`.execute(transaction);
      await sql`select pg_advisory_xact_lock(${lockId})`.execute(transaction);
    }
    const done = await finishedMigrations(transaction);
    refuseNewerDatabase(done);
    for (const migration of migrations.filter(({ name }) => !done.has(name))) {
      for (const statement of migration.statements(store.kind)) await sql.raw(statement).execute(transaction);
      await sql`insert into migrations (name) values (${migration.name})`.execute(transaction);
    }
  });
}

async function finishedMigrations(db: Transaction<Tables>): Promise<Set<string>> {
  await sql`create table if not exists migrations (name text primary key)`.execute(db);
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  return new Set(rows.map((row) => row.name));
}

function refuseNewerDatabase(done: Set<string>): void {
  const unknown = [...done].filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length === 0) return;
  throw new Error(`This database was made by a newer Docent (${unknown.join(', ')}). Please update Docent.`);
}
