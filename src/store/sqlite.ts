import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SqliteDialect } from 'kysely';
import { cleanParameter } from './clean-parameter.ts';

/** A Kysely dialect over Node's own SQLite. Creates the file when it is missing. */
export function sqliteDialect(path: string): SqliteDialect {
  const database = new DatabaseSync(path, { timeout: 10_000 });
  database.exec('pragma journal_mode = wal');
  // In WAL mode NORMAL loses nothing when the process dies, and never corrupts. Only a power cut can take
  // the last commits. FULL would block the event loop for an fsync in every request that counts a limit.
  database.exec('pragma synchronous = normal');
  return new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare: (sql) => statement(database.prepare(beginAsWriter(sql))),
    },
  });
}

/**
 * A transaction that begins as a reader cannot become a writer once another process has written:
 * it fails at once, whatever the timeout. https://sqlite.org/lang_transaction.html
 */
function beginAsWriter(sql: string): string {
  return sql === 'begin' ? 'begin immediate' : sql;
}

/** The part of a better-sqlite3 statement that Kysely uses. */
function statement(prepared: StatementSync) {
  const bind = (parameters: readonly unknown[]) => parameters.map(cleanParameter) as SQLInputValue[];
  return {
    reader: prepared.columns().length > 0,
    // Rows come without a prototype, unlike those of PostgreSQL.
    all: (parameters: readonly unknown[]) => prepared.all(...bind(parameters)).map((row) => ({ ...row })),
    run: (parameters: readonly unknown[]) => prepared.run(...bind(parameters)),
    iterate: (parameters: readonly unknown[]) => prepared.iterate(...bind(parameters)),
  };
}
