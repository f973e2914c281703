import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { startWorker } from '../content/run-in-worker.ts';
import { wordReader } from '../retrieval/word-reader.ts';
import { startSqliteEarly } from '../store/sqlite-thread.ts';

/**
 * Starts what every server needs and is slow to start: before the first index, the process that will parse all
 * pages, and the thread of the database. A server on PostgreSQL may get the index from another one.
 */
export function startEarly({ dataFolder, databaseUrl, databaseThread }: Config): void {
  if (databaseUrl.startsWith('postgres')) return;
  if (!existsSync(join(dataFolder, 'indexes'))) startWorker(wordReader);
  if (databaseThread) startSqliteEarly();
}
