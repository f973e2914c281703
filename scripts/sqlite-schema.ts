// node scripts/sqlite-schema.ts: writes src/store/sqlite-schema.ts, the tables that a new SQLite database begins with. For
// when there are many migrations after the last one that it holds.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '../src/store/migrate.ts';
import { migrations } from '../src/store/migrations.ts';
import { openAsItIs } from '../src/store/open-store.ts';

const store = await openAsItIs({ url: ':memory:' });
await migrate(store);
// Tables that belong to a virtual one, and the indexes of keys, come with it.
const { rows } = await sql<{ sql: string }>`
  select sql from sqlite_schema as entry
  where sql is not null and name not like 'sqlite\\_%' escape '\\' and not exists (
    select 1 from sqlite_schema as virtual
    where virtual.sql like 'create virtual table%' and entry.name like virtual.name || '\\_%' escape '\\')
  order by rowid`.execute(store.db);
// What is set of full-text indexes: that deleted words leave them. https://sqlite.org/fts5.html#configuration_options
const settings = await sql<{ sql: string }>`
  select printf('insert into "turnTexts" ("turnTexts", rank) values (%Q, %Q)', k, v) as sql
  from "turnTexts_config" where k <> 'version'`.execute(store.db);
await store.close();
const statements = [...rows, ...settings.rows];
const lines = statements.map((row) => `  ${JSON.stringify(row.sql.replace(/\s+/g, ' '))},`);
const text = `// Written by scripts/sqlite-schema.ts.

/** The newest migration that \`schema\` holds; those after it are run. */
export const through = '${migrations.at(-1)!.name}';

/** What the migrations leave in an empty SQLite database. */
export const schema = [
${lines.join('\n')}
];
`;
writeFileSync(join(import.meta.dirname, '../src/store/sqlite-schema.ts'), text);
