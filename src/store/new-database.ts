import { sql } from 'kysely';
import { migrations } from './migrations.ts';
import { schema, through } from './sqlite-schema.ts';
import type { Store } from './store.ts';

/**
 * Makes the tables of an empty SQLite database in one message: the migrations take ten times as long. PostgreSQL is left
 * to these.
 * @returns whether it was empty
 */
export async function makeNewDatabase({ db, writeAll }: Store): Promise<boolean> {
  if (writeAll === undefined || !(await isEmpty(db))) return false;
  const names = migrations.slice(0, 1 + migrations.findIndex(({ name }) => name === through));
  const statements = [
    ...schema.map((statement) => sql.raw(statement)),
    ...names.map(({ name }) => sql`insert into migrations (name) values (${name})`),
  ];
  // When another process is first, the first table is there already. What else fails here fails the migrations, too.
  await writeAll(statements.map((statement) => statement.compile(db))).catch(() => {});
  return true;
}

async function isEmpty(db: Store['db']): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_schema limit 1`.execute(db);
  return rows.length === 0;
}
