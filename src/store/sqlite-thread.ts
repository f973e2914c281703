import { entryPoint } from '../lib/entry-point.ts';
import { startThread, type Thread } from '../lib/thread.ts';
import type { SqliteFile } from './sqlite-file.ts';
import type { SqliteAnswer, SqliteRequest } from './sqlite-worker.ts';

let early: Thread<SqliteRequest, SqliteAnswer> | undefined;

/** Starts the thread of the next file that is opened, because starting takes longer than opening. */
export function startSqliteEarly(): void {
  early ??= startThreadOfFile();
}

/**
 * Opens a SQLite file in a worker thread. When the thread dies, so does the process: the statements of an open transaction
 * must not go on outside it, and a supervisor starts the server again.
 * @throws Error of SQLite, with its `errcode`, when the file cannot be opened
 */
export async function startSqliteThread(path: string, readOnly: boolean): Promise<SqliteFile> {
  const thread = early ?? startThreadOfFile();
  early = undefined;
  const ask = async (request: SqliteRequest) => {
    const answer = await thread.ask(request);
    if ('problem' in answer) throw Object.assign(new Error(answer.problem.message), answer.problem);
    return answer.result;
  };
  try {
    await ask({ open: path, readOnly });
  } catch (error) {
    await thread.stop();
    throw error;
  }
  return {
    run: (statements) => ask({ run: statements }),
    async close() {
      await ask('close');
      await thread.stop();
    },
  };
}

function startThreadOfFile(): Thread<SqliteRequest, SqliteAnswer> {
  const module = entryPoint(new URL('./sqlite-worker.ts', import.meta.url));
  return startThread('database', module, undefined, {
    onFailure: (error) =>
      setImmediate(() => {
        throw error;
      }),
  });
}
