import { sql } from 'kysely';
import type { Store } from '../store.ts';

/** How a table is copied from one database to the other. */
export type CopiedTable = {
  name: string;
  columns: string[];
  /** The column that refers to rows of the same table, which must be copied first. */
  parent: string | null;
  /** The column that PostgreSQL numbers: rows are read in its order and renumbered. */
  numbered: string | null;
};

/** Columns that SQLite numbers by a trigger. */
const numberedAgain = new Set(['turns.nth']);

/** The tables that both stores have; referenced tables come first. One of the two stores is SQLite. */
export async function copiedTables(one: Store, other: Store): Promise<CopiedTable[]> {
  const sqlite = one.kind === 'sqlite' ? one : other;
  const postgres = [one, other].find(({ kind }) => kind === 'postgres');
  const identities = postgres ? await identityColumns(postgres) : new Map<string, string>();
  const tables: (CopiedTable & { needs: string[] })[] = [];
  for (const name of await tableNames(sqlite)) {
    const { rows: columns } = await sql<{ name: string }>`
      select name from pragma_table_info(${name})`.execute(sqlite.db);
    const { rows: references } = await sql<{ table: string; from: string }>`
      select "table", "from" from pragma_foreign_key_list(${name})`.execute(sqlite.db);
    const numbered = identities.get(name) ?? null;
    tables.push({
      name,
      columns: columns
        .map((column) => column.name)
        .filter((column) => column !== numbered && !numberedAgain.has(`${name}.${column}`)),
      parent: references.find(({ table }) => table === name)?.from ?? null,
      numbered,
      needs: references.map(({ table }) => table).filter((table) => table !== name),
    });
  }
  return inOrder(tables);
}

/** Without the full-text tables, which triggers fill, a backup's own tables, and what is kept for a minute only. */
async function tableNames({ db }: Store): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not in ('migrations', 'backup', 'backupFiles', 'keptAnswers', 'keptChunks')
      and name not like 'sqlite%' order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function identityColumns({ db }: Store): Promise<Map<string, string>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(db);
  return new Map(rows.map(({ table, column }) => [table, column]));
}

function inOrder<Table extends { name: string; needs: string[] }>(tables: Table[]): Table[] {
  const ordered = new Map<string, Table>();
  const add = (table: Table): void => {
    if (ordered.has(table.name)) return;
    for (const need of table.needs) add(tables.find(({ name }) => name === need)!);
    ordered.set(table.name, table);
  };
  for (const table of tables) add(table);
  return [...ordered.values()];
}
