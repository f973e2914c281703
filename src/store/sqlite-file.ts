import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { cleanParameter } from './clean-parameter.ts';

export type SqliteStatement = { sql: string; parameters: readonly unknown[] };
/** `changes`: rows that a statement without results has written. */
export type SqliteResult = { rows: unknown[]; changes?: number | bigint };

/** One connection to a SQLite file; it runs statements one after the other. */
export type SqliteFile = {
  /**
   * Several statements run as one transaction.
   * @returns the result of the last one
   */
  run(statements: readonly SqliteStatement[]): Promise<SqliteResult>;
  close(): Promise<void>;
};

/** How long to retry while another connection writes. */
const lockPatienceMs = 10_000;
const maxStatements = 500;

/** Creates the file when it is missing, unless opened read-only. */
export function openSqliteFile(path: string, readOnly: boolean): SqliteFile {
  const database = readOnly ? new DatabaseSync(path, { readOnly }) : openForWriting(path);
  const statementOf = rememberStatements(database);
  const runOne = ({ sql, parameters }: SqliteStatement) => execute(statementOf(sql), parameters);
  const atomically = <Result>(work: () => Result): Result => {
    database.exec(begin);
    try {
      const result = work();
      database.exec('commit');
      return result;
    } catch (error) {
      // SQLite rolls some transactions back by itself. https://sqlite.org/lang_transaction.html
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  };
  const runAll = (statements: readonly SqliteStatement[]) => statements.map(runOne).at(-1)!;
  const runAlone = (statements: readonly SqliteStatement[]) =>
    statements.length === 1 ? runOne(statements[0]!) : atomically(() => runAll(statements));
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Result): Promise<Result> => {
    const done = last.then(() => whenUnlocked(work));
    last = done.catch(() => {});
    return done;
  };
  /** Writes that share a transaction, because a commit costs as much as the writes of several answers. */
  let together: Write[] | undefined;
  const join = (statements: readonly SqliteStatement[]): Promise<SqliteResult> => {
    const { promise, resolve, reject } = Promise.withResolvers<SqliteResult>();
    if (together === undefined) {
      const writes: Write[] = (together = []);
      const begun = () => {
        if (together === writes) together = undefined;
        settleAll(writes);
      };
      inTurn(begun).catch((error: unknown) => writes.forEach((write) => write.reject(error)));
    }
    together.push({ statements, resolve, reject });
    return promise;
  };
  /** Settles all, or throws because another connection writes, with those left that are to be tried again. */
  const settleAll = (writes: Write[]) => {
    if (writes.length > 1 && !database.isTransaction)
      try {
        const results = atomically(() => writes.map(({ statements }) => runAll(statements)));
        return writes.splice(0).forEach(({ resolve }, nth) => resolve(results[nth]!));
      } catch (error) {
        if (isLocked(error)) throw error;
        // One of them failed, and must not take the others with it.
      }
    for (let write = writes[0]; write !== undefined; write = writes[0]) {
      try {
        write.resolve(runAlone(write.statements));
      } catch (error) {
        if (isLocked(error)) throw error;
        write.reject(error);
      }
      writes.shift();
    }
  };
  return {
    run(statements) {
      if (statements.every(({ sql }) => writing.test(sql))) return join(statements);
      together = undefined;
      return inTurn(() => runAlone(statements));
    },
    close: () => inTurn(() => database.close()),
  };
}

type Write = {
  statements: readonly SqliteStatement[];
  resolve: (result: SqliteResult) => void;
  reject: (error: unknown) => void;
};

const writing = /^\s*(?:insert|update|delete|with)\b/i;

/**
 * A transaction that begins as a reader cannot become a writer once another process has written: it fails at once,
 * whatever the timeout. https://sqlite.org/lang_transaction.html
 */
export const begin = 'begin immediate';

function openForWriting(path: string): DatabaseSync {
  // SQLite gives the WAL and shared-memory files the permissions of this one.
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
  return new DatabaseSync(path, { timeout: 0 });
}

/** Writers must run these first. */
export const settings = [
  'pragma journal_mode = wal',
  // In WAL mode NORMAL loses nothing when the process dies, and never corrupts; only a power cut can lose the last
  // commits. FULL would wait for an fsync in every request.
  'pragma synchronous = normal',
  // An answer changes some thirty pages, many of them repeatedly: reads are cached, and the log is copied to the file
  // in larger batches. Sizes in KiB (negative) and in pages.
  'pragma cache_size = -16384',
  'pragma wal_autocheckpoint = 4000',
  // Deleted data is overwritten: https://sqlite.org/pragma.html#pragma_secure_delete
  'pragma secure_delete = on',
];

type Prepared = { statement: StatementSync; returnsRows: boolean };

/** Statements are cached: preparing one costs several times as much as running it, and there are few. */
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
  // SQLite's rows have no prototype, unlike those of PostgreSQL.
  return { rows: statement.all(...values).map((row) => ({ ...row })) };
}

/** SQLite's own busy timeout blocks the thread, and with it the holder of the lock when that is in this process. */
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
export function isLocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}
