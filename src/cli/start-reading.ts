import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { startWorker } from '../content/run-in-worker.ts';
import { wordReader } from '../retrieval/word-reader.ts';

/**
 * Before the first index, all pages will be parsed: the process for it starts at once. A server on PostgreSQL may get the
 * index from another one.
 */
export function startReading({ dataFolder, databaseUrl }: Config): void {
  if (databaseUrl.startsWith('postgres') || existsSync(join(dataFolder, 'indexes'))) return;
  startWorker(wordReader);
}
