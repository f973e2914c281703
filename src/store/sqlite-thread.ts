import { entryPoint } from '../lib/entry-point.ts';
import { createOutbox } from '../lib/outbox.ts';
import { startThread, type Thread } from '../lib/thread.ts';
import type { SqliteFile, SqliteResult, SqliteStatement } from './sqlite-file.ts';
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
  const ask = async (request: SqliteRequest) => (await thread.ask(request)).map(settled);
  const askOne = async (request: SqliteRequest) => Promise.all(await ask(request));
  try {
    await askOne({ open: path, readOnly });
  } catch (error) {
    await thread.stop();
    throw error;
  }
  /** Together in one message, after which the thread writes them with one commit. */
  const send = createOutbox<Run>(async (runs) => {
    try {
      const results = await ask({ runs: runs.map(({ statements }) => statements) });
      runs.forEach(({ resolve }, nth) => resolve(results[nth]!));
    } catch (error) {
      for (const { reject } of runs) reject(error);
    }
  });
  return {
    run: (statements) => new Promise((resolve, reject) => send({ statements, resolve, reject })),
    async close() {
      // After what this turn has sent.
      await new Promise((resolve) => setImmediate(resolve));
      await askOne('close');
      await thread.stop();
    },
  };
}

type Run = {
  statements: readonly SqliteStatement[];
  resolve: (result: Promise<SqliteResult>) => void;
  reject: (error: unknown) => void;
};

async function settled(answer: SqliteAnswer[number]): Promise<SqliteResult> {
  if ('problem' in answer) throw Object.assign(new Error(answer.problem.message), answer.problem);
  return answer.result;
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
