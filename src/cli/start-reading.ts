import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { startWorkers } from '../content/start-workers.ts';
import { wordReader } from '../retrieval/word-reader.ts';

/** Before the first index, all pages will be parsed: the processes for it start at once. */
export function startReading({ dataFolder }: Config): void {
  if (!existsSync(join(dataFolder, 'indexes'))) startWorkers(wordReader);
}
