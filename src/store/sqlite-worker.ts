import { serveThread } from '../lib/serve-thread.ts';
import { openSqliteFile, type SqliteFile, type SqliteResult, type SqliteStatement } from './sqlite-file.ts';

export type SqliteRequest =
  | { open: string; readOnly: boolean }
  /** Each is a transaction. */
  | { runs: readonly (readonly SqliteStatement[])[] }
  | 'close';
/** One for each run. The fields of SQLite's errors: https://nodejs.org/api/sqlite.html */
export type SqliteAnswer = (
  | { result: SqliteResult }
  | { problem: { message: string; code?: unknown; errcode?: unknown } }
)[];

let file: SqliteFile;
const nothing: SqliteResult = { rows: [] };

serveThread(async (request: SqliteRequest): Promise<SqliteAnswer> => {
  if (typeof request === 'object' && 'runs' in request)
    return Promise.all(request.runs.map((statements) => answerTo(() => file.run(statements))));
  return [await answerTo(() => (request === 'close' ? close() : open(request)))];
});

async function answerTo(work: () => Promise<SqliteResult>): Promise<SqliteAnswer[number]> {
  try {
    return { result: await work() };
  } catch (error) {
    const { message, code, errcode } = error as { message: string; code?: unknown; errcode?: unknown };
    return { problem: { message, code, errcode } };
  }
}

async function open(request: { open: string; readOnly: boolean }): Promise<SqliteResult> {
  file = openSqliteFile(request.open, request.readOnly);
  return nothing;
}

async function close(): Promise<SqliteResult> {
  await file.close();
  return nothing;
}
