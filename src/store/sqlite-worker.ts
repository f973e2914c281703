import { serveThread } from '../lib/serve-thread.ts';
import { openSqliteFile, type SqliteFile, type SqliteResult, type SqliteStatement } from './sqlite-file.ts';

export type SqliteRequest =
  | { open: string; readOnly: boolean }
  | { run: readonly SqliteStatement[] }
  | 'close';
/** The fields of SQLite's errors: https://nodejs.org/api/sqlite.html */
export type SqliteAnswer =
  | { result: SqliteResult }
  | { problem: { message: string; code?: unknown; errcode?: unknown } };

let file: SqliteFile;
const nothing: SqliteResult = { rows: [] };

serveThread(async (request: SqliteRequest): Promise<SqliteAnswer> => {
  try {
    return { result: await answer(request) };
  } catch (error) {
    const { message, code, errcode } = error as { message: string; code?: unknown; errcode?: unknown };
    return { problem: { message, code, errcode } };
  }
});

async function answer(request: SqliteRequest): Promise<SqliteResult> {
  if (request === 'close') await file.close();
  else if ('run' in request) return file.run(request.run);
  else file = openSqliteFile(request.open, request.readOnly);
  return nothing;
}
