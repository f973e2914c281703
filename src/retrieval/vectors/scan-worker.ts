import { statSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { serveThread } from '../../lib/serve-thread.ts';
import { openIndexFile } from '../index-file.ts';
import { loadVectors } from './load-vectors.ts';

export type ScanWorkerData = {
  file: string;
  /** Of the file that is meant, whose name the next revision may take. */
  inode: number;
  /** Gets the cosines, as 32-bit floats by section. */
  shared: SharedArrayBuffer;
};

/** How many sections have a vector; null for an index without any. */
export type ScanAnswer = { count: number | null };

const { file, inode, shared } = workerData as ScanWorkerData;
const similarities = new Float32Array(shared);
const loading = load();
// The caller gets the error.
loading.catch(() => undefined);

serveThread(async (query: Float32Array): Promise<ScanAnswer> => {
  const scan = await loading;
  if (scan === null) return { count: null };
  scan.similarities(query, similarities);
  return { count: scan.count() };
});

async function load() {
  const database = openIndexFile(file);
  try {
    if (statSync(file).ino !== inode) throw new Error('The file has been replaced.');
    return await loadVectors(database, similarities.length);
  } finally {
    database.close();
  }
}
