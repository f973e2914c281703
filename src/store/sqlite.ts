import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { noteWritten, whenFull } from './disk-full.ts';
import { cleanParameter } from './clean-parameter.ts';

/** How long to try while another connection writes. */
const lockPatienceMs = 10_000;
const maxStatements = 500;

/** A Kysely dialect over Node's own SQLite. Creates the file when it is missing, unless it is only to be read. */
export function sqliteDialect(path: string, { readOnly = false } = {}): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => sqliteDriver(path, readOnly),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** One connection; Kysely lets one query or transaction after the other have it. */
function sqliteDriver(path: string, readOnly: boolean): Driver {
  let database: DatabaseSync;
  let connection: DatabaseConnection;
  const run = async (sql: string) => void (await connection.executeQuery(CompiledQuery.raw(sql)));
  return {
    async init() {
      if (readOnly) {
        database = new DatabaseSync(path, { readOnly });
        connection = connect(database);
        return;
      }
      // The files beside it get the rights of this one.
      if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
      database = new DatabaseSync(path, { timeout: 0 });
      connection = connect(database);
      await run('pragma journal_mode = wal');
      // In WAL mode NORMAL loses nothing when the process dies, and never corrupts. Only a power cut can
      // take the last commits. FULL would stop the event loop for an fsync in every request.
      await run('pragma synchronous = normal');
      // An answer changes some thirty pages, many of them again and again: what is read stays in memory, and what is
      // written goes from the log to the file in larger batches. Sizes in KiB (negative) and in pages.
      await run('pragma cache_size = -16384');
      await run('pragma wal_autocheckpoint = 4000');
      // What is deleted is overwritten: https://sqlite.org/pragma.html#pragma_secure_delete
      await run('pragma secure_delete = on');
    },
    acquireConnection: async () => connection,
    // A transaction that begins as a reader cannot become a writer once another process has written: it
    // fails at once, however long it would wait. https://sqlite.org/lang_transaction.html
    beginTransaction: () => run('begin immediate'),
    async commitTransaction() {
      await run('commit');
      noteWritten();
    },
    rollbackTransaction: () => run('rollback'),
    releaseConnection: async () => {},
    destroy: async () => database?.close(),
  };
}

function connect(database: DatabaseSync): DatabaseConnection {
  const statementOf = rememberStatements(database);
  return {
    executeQuery: <Row>(query: CompiledQuery) =>
      whenUnlocked(() => execute(statementOf(query.sql), query.parameters) as QueryResult<Row>),
    streamQuery() {
      throw new Error('Streaming is not supported: ask for pages of rows.');
    },
  };
}

type Statement = { prepared: StatementSync; returnsRows: boolean };

/** Preparing a statement takes several times as long as running it, and there are few different ones. */
function rememberStatements(database: DatabaseSync): (sql: string) => Statement {
  const known = new Map<string, Statement>();
  return (sql) => {
    const remembered = known.get(sql);
    if (remembered) return remembered;
    const prepared = database.prepare(sql);
    const statement = { prepared, returnsRows: prepared.columns().length > 0 };
    if (known.size === maxStatements) known.clear();
    known.set(sql, statement);
    return statement;
  };
}

function execute({ prepared, returnsRows }: Statement, parameters: readonly unknown[]): QueryResult<unknown> {
  const values = parameters.map(cleanParameter) as SQLInputValue[];
  try {
    if (!returnsRows) return { rows: [], numAffectedRows: BigInt(prepared.run(...values).changes) };
    // Rows come without a prototype, unlike those of PostgreSQL.
    return { rows: prepared.all(...values).map((row) => ({ ...row })) };
  } catch (error) {
    return whenFull(error);
  }
}

/** SQLite's own way to wait blocks the event loop: all open streams, and the one who holds the lock, if it is us. */
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
