import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listIndexFiles } from '../store/deployment-queue.ts';
import type { Store } from '../store/store.ts';

/**
 * Deletes what processes that were killed left in the folder of index files: half-built ones, and those of
 * deployments that failed or whose project is gone. For a server that starts.
 */
export async function sweepIndexFiles(store: Store, indexFolder: string): Promise<void> {
  const files = await readdir(indexFolder);
  const known = await listIndexFiles(store);
  for (const file of files) {
    // `dpl_….sqlite`, and while it is built `dpl_….sqlite.….building`.
    const [id] = file.split('.');
    if (!known.files.has(file) && !known.inProgress.has(id!)) await rm(join(indexFolder, file), { force: true });
  }
}
