import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { cleanParameter } from './clean-parameter.ts';

export type SqliteStatement = { sql: string; parameters: readonly unknown[] };
/** `changes`: rows that were written, of a statement that returns none. */
export type SqliteResult = { rows: unknown[]; changes?: number | bigint };

/** One connection to a SQLite file; what it is asked it does one after the other. */
export type SqliteFile = {
  /**
   * Several statements are one transaction.
   * @returns what the last one gives
   */
  run(statements: readonly SqliteStatement[]): Promise<SqliteResult>;
  close(): Promise<void>;
};

/** How long to try while another connection writes. */
const lockPatienceMs = 10_000;
const maxStatements = 500;

/** Creates the file when it is missing, unless it is only to be read. */
export function openSqliteFile(path: string, readOnly: boolean): SqliteFile {
  const database = readOnly ? new DatabaseSync(path, { readOnly }) : openForWriting(path);
  const statementOf = rememberStatements(database);
  const runOne = ({ sql, parameters }: SqliteStatement) => execute(statementOf(sql), parameters);
  const runAll = (statements: readonly SqliteStatement[]) => {
    database.exec(begin);
    try {
      const results = statements.map(runOne);
      database.exec('commit');
      return results.at(-1)!;
    } catch (error) {
      // SQLite ends some transactions by itself. https://sqlite.org/lang_transaction.html
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Result): Promise<Result> => {
    const done = last.then(() => whenUnlocked(work));
    last = done.catch(() => {});
    return done;
  };
  return {
    run: (statements) =>
      inTurn(() => (statements.length === 1 ? runOne(statements[0]!) : runAll(statements))),
    close: () => inTurn(() => database.close()),
  };
}

/**
 * A transaction that begins as a reader cannot become a writer once another process has written: it fails at once, however
 * long it would wait. https://sqlite.org/lang_transaction.html
 */
export const begin = 'begin immediate';

function openForWriting(path: string): DatabaseSync {
  // The files beside it get the rights of this one.
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
  return new DatabaseSync(path, { timeout: 0 });
}

/** To be run before all else by who writes. */
export const settings = [
  'pragma journal_mode = wal',
  // In WAL mode NORMAL loses nothing when the process dies, and never corrupts. Only a power cut can take the last commits.
  // FULL would wait for an fsync in every request.
  'pragma synchronous = normal',
  // An answer changes some thirty pages, many of them again and again: what is read stays in memory, and what is written goes
  // from the log to the file in larger batches. Sizes in KiB (negative) and in pages.
  'pragma cache_size = -16384',
  'pragma wal_autocheckpoint = 4000',
  // What is deleted is overwritten: https://sqlite.org/pragma.html#pragma_secure_delete
  'pragma secure_delete = on',
];

type Prepared = { statement: StatementSync; returnsRows: boolean };

/** Preparing a statement takes several times as long as running it, and there are few different ones. */
function rememberStatements(database: DatabaseSync): (sql: string) => Prepared {
  const known = new Map<string, Prepared>();
  return (sql) => {
    const remembered = known.get(sql);
    if (remembered) return remembered;
    const statement = database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    if (known.size === maxStatements) known.clear();
    known.set(sql, prepared);
    return prepared;
  };
}

function execute({ statement, returnsRows }: Prepared, parameters: readonly unknown[]): SqliteResult {
  const values = parameters.map(cleanParameter) as SQLInputValue[];
  if (!returnsRows) return { rows: [], changes: statement.run(...values).changes };
  // Rows come without a prototype, unlike those of PostgreSQL.
  return { rows: statement.all(...values).map((row) => ({ ...row })) };
}

/** SQLite's own way to wait blocks the thread, and so the one who holds the lock, if it is us. */
async function whenUnlocked<Result>(work: () => Result): Promise<Result> {
  const deadline = performance.now() + lockPatienceMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isLocked(error) || performance.now() > deadline) throw error;
      await setTimeout(1 + Math.random() * 9);
    }
  }
}

/** SQLITE_BUSY and its extended codes, whose last byte is 5. https://sqlite.org/rescode.html */
function isLocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}
