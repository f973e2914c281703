import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
} from 'kysely';
import { rethrowUnavailable } from './database-unavailable.ts';
import { noteWritten, rethrowFull } from './disk-full.ts';
import { begin, openSqliteFile, settings, type SqliteFile, type SqliteResult } from './sqlite-file.ts';
import { startSqliteThread } from './sqlite-thread.ts';

type SqliteOptions = {
  readOnly?: boolean;
  /** Uses a worker thread, so that reads and writes do not block this one. */
  thread?: boolean;
};

type Sqlite = {
  dialect: Dialect;
  /** Runs all queries as one transaction without interleaving. @returns the rows of the last */
  writeAll(queries: readonly CompiledQuery[]): Promise<unknown[]>;
  /**
   * Runs a short reading query in this thread, on a connection of its own: waking another thread takes several times as
   * long, and there it may wait behind a long one. Sees what is committed.
   * @returns its rows
   */
  readHere(query: CompiledQuery): Promise<unknown[]>;
};

/** A Kysely dialect for Node's own SQLite. Creates the file when it is missing, unless opened read-only. */
export function openSqlite(path: string, { readOnly = false, thread = false }: SqliteOptions = {}): Sqlite {
  let file: SqliteFile;
  let reader: SqliteFile | undefined;
  const run = (queries: readonly Pick<CompiledQuery, 'sql' | 'parameters'>[]): Promise<SqliteResult> =>
    file
      .run(queries.map(({ sql, parameters }) => ({ sql, parameters })))
      .catch(rethrowFull)
      .catch(rethrowUnavailable);
  /** Resolves when the running transactions are over; they share the connection with all other queries. */
  let othersEnd: Promise<void> = Promise.resolve();

  function connect(): Connection {
    let end: (() => void) | null = null;
    const runNow = (sql: string) => run([CompiledQuery.raw(sql)]);
    return {
      async executeQuery<Row>(query: CompiledQuery) {
        if (end === null) await othersEnd;
        return asQueryResult<Row>(await run([query]));
      },
      streamQuery() {
        throw new Error('Streaming is not supported: ask for pages of rows.');
      },
      async begin() {
        const others = othersEnd;
        const { promise, resolve } = Promise.withResolvers<void>();
        othersEnd = promise;
        await others;
        await runNow(begin).catch((error: unknown) => {
          resolve();
          throw error;
        });
        end = resolve;
      },
      async commit() {
        await runNow('commit');
        noteWritten();
        end?.();
      },
      async rollback() {
        // SQLite rolls some transactions back by itself, as on a full disk. https://sqlite.org/lang_transaction.html
        const unlessOver = (error: Error) => {
          if (!error.message.includes('no transaction is active')) throw error;
        };
        await runNow('rollback')
          .catch(unlessOver)
          .finally(() => end?.());
      },
    };
  }

  return {
    dialect: {
      createAdapter: () => new SeveralConnections(),
      createDriver: () => ({
        async init() {
          file = thread ? await startSqliteThread(path, readOnly) : openSqliteFile(path, readOnly);
          if (!readOnly) for (const setting of settings) await run([CompiledQuery.raw(setting)]);
        },
        acquireConnection: async () => connect(),
        beginTransaction: (connection) => (connection as Connection).begin(),
        commitTransaction: (connection) => (connection as Connection).commit(),
        rollbackTransaction: (connection) => (connection as Connection).rollback(),
        releaseConnection: async () => {},
        async destroy() {
          // The last connection tidies up, and only one that may write can.
          await reader?.close();
          await file?.close();
        },
      }),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    async writeAll(queries) {
      await othersEnd;
      const { rows } = await run(queries);
      noteWritten();
      return rows;
    },
    async readHere({ sql, parameters }) {
      reader ??= openSqliteFile(path, true);
      return (await reader.run([{ sql, parameters }])).rows;
    },
  };
}

type Connection = DatabaseConnection & Record<'begin' | 'commit' | 'rollback', () => Promise<void>>;

/** Statements are sent without waiting for the previous result: the file runs them in order. */
class SeveralConnections extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function asQueryResult<Row>({ rows, changes }: SqliteResult): QueryResult<Row> {
  return {
    rows: rows as Row[],
    ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
  };
}
