import { type Kysely, sql } from 'kysely';
import { DocentError } from '../errors.ts';
import { addLaterIndex, laterIndex } from './later-indexes.ts';
import { isBreaking, migrations } from './migrations.ts';
import type { Tables } from './schema.ts';
import { inTransaction, type Store } from './store.ts';

/** An arbitrary number, the same in every version of Docent: the holder of this lock migrates. */
const lockId = 7_236_241;

/**
 * Runs the pending migrations of this database in one transaction; indexes on large PostgreSQL tables are left to
 * `makeLaterIndexes`.
 * @param wanted only these, as another database has them; by default all
 * @param onChange called before the tables of a database in use change
 * @throws DocentError `conflict` when a newer Docent changed the database so that this one cannot run with it
 */
export async function migrate(
  store: Store,
  wanted?: ReadonlySet<string>,
  onChange: (names: string[]) => void = () => {},
): Promise<void> {
  await inTransaction(store, async (within) => {
    const { db: transaction } = within;
    // On SQLite a transaction starts as the only writer. PostgreSQL needs a lock of its own, because there even
    // `create table if not exists` fails when two sessions run it at once.
    if (store.kind === 'postgres') {
      // No timeouts: a statement on a large table may take long, and so may waiting for another migration.
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`set local lock_timeout = 0`.execute(transaction);
      await sql`select pg_advisory_xact_lock(${lockId})`.execute(transaction);
    }
    const done = await finishedMigrations(within);
    requireKnown([...done].filter(isBreaking));
    const open = migrations.filter(({ name }) => !done.has(name) && (wanted?.has(name) ?? true));
    if (done.size > 0 && open.length > 0) onChange(open.map(({ name }) => name));
    // Nobody writes to empty tables.
    const mayWait = store.kind === 'postgres' && done.size > 0;
    for (const migration of open) {
      for (const statement of migration.statements(store.kind)) {
        const later = mayWait ? laterIndex(migration.name, statement) : null;
        if (later === null) await sql.raw(statement).execute(transaction);
        else await addLaterIndex(transaction, later, statement);
      }
      await sql`insert into migrations (name) values (${migration.name})`.execute(transaction);
    }
  });
}

/** The names of the migrations that a database has run. */
export async function finishedMigrations({ kind, db }: Pick<Store, 'kind' | 'db'>): Promise<Set<string>> {
  // A role that only uses the tables may not create one, even if it is there.
  if (kind === 'sqlite' || !(await isMade(db)))
    await sql`create table if not exists migrations (name text primary key)`.execute(db);
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  return new Set(rows.map((row) => row.name));
}

async function isMade(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`select to_regclass('migrations') is not null as made`.execute(
    db,
  );
  return rows[0]!.made;
}

/** @throws DocentError `conflict` for a migration that this Docent does not know */
export function requireKnown(names: Iterable<string>): void {
  const unknown = [...names].filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length === 0) return;
  throw new DocentError(
    'conflict',
    `This database was made by a newer Docent (${unknown.join(', ')}). Update Docent, or restore a backup that was made before.`,
  );
}
