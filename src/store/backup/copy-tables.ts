import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../store.ts';
import { type CopiedTable, copiedTables } from './copied-tables.ts';

type Row = Record<string, unknown>;

const rowsAtOnce = 200;
/** Files in the database are chunks of a megabyte. */
const piecesAtOnce = 8;

/**
 * Copies every row of a store into one with empty tables of the same migrations. One of the two is SQLite; `from` is in
 * a snapshot, `to` in a transaction.
 */
export async function copyTables(from: Store, to: Store): Promise<void> {
  for (const table of await copiedTables(from, to)) {
    for await (const rows of readRows(from, table)) {
      await to.db
        .insertInto(table.name as never)
        .values(rows as never)
        .execute();
    }
  }
}

function readRows(from: Store, table: CopiedTable): AsyncGenerator<Row[]> {
  const maxRows = table.name === 'fileChunks' ? piecesAtOnce : rowsAtOnce;
  return from.kind === 'postgres' ? readByCursor(from, table, maxRows) : readByRowid(from, table, maxRows);
}

async function* readByCursor({ db }: Store, table: CopiedTable, maxRows: number): AsyncGenerator<Row[]> {
  await sql`declare "backupRows" no scroll cursor for
    select ${columnsOf(table)} from ${sql.table(table.name)} ${orderOf(table)}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(maxRows)} from "backupRows"`.execute(db);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close "backupRows"`.execute(db);
}

async function* readByRowid({ db }: Store, table: CopiedTable, maxRows: number): AsyncGenerator<Row[]> {
  // Rows that refer to others of their table come in a second pass.
  const rounds = table.parent === null ? [sql`true`] : roundsOf(sql.ref(table.parent));
  for (const round of rounds) {
    let last = -1;
    for (;;) {
      const { rows } =
        await sql<Row>`select rowid as "backupRow", ${columnsOf(table)} from ${sql.table(table.name)}
        where rowid > ${last} and ${round} order by rowid limit ${maxRows}`.execute(db);
      if (rows.length === 0) break;
      last = Number(rows.at(-1)!['backupRow']);
      yield rows.map(({ backupRow: _, ...row }) => row);
    }
  }
}

const roundsOf = (parent: RawBuilder<unknown>) => [sql`${parent} is null`, sql`${parent} is not null`];

const columnsOf = ({ columns }: CopiedTable) => sql.join(columns.map((name) => sql.ref(name)));

function orderOf({ parent, numbered }: CopiedTable) {
  const keys = [
    ...(parent === null ? [] : [sql`(${sql.ref(parent)} is not null)`]),
    ...(numbered === null ? [] : [sql.ref(numbered)]),
  ];
  return keys.length === 0 ? sql`` : sql`order by ${sql.join(keys)}`;
}
