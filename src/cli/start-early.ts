import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { startWorker } from '../content/run-in-worker.ts';
import { hasLastReading } from '../deployments/last-reading.ts';
import { wordReader } from '../retrieval/word-reader.ts';
import { startSqliteEarly } from '../store/sqlite-thread.ts';

/**
 * Starts what every server needs and is slow to start: the process that will read the docs, and the thread of the
 * database. A server that shares its indexes begins with a stored one.
 */
export function startEarly({ dataFolder, databaseUrl, databaseThread, indexStore }: Config): void {
  if (databaseUrl.startsWith('postgres')) return;
  const mustRead = !hasLastReading(join(dataFolder, 'sources'));
  if (mustRead && (indexStore.kind === 'none' || !existsSync(join(dataFolder, 'indexes'))))
    startWorker(wordReader);
  if (databaseThread) startSqliteEarly();
}
