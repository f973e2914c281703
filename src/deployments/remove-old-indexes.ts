import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { forgetOldIndexFiles } from '../store/deployment-queue.ts';
import type { Store } from '../store/store.ts';

/** Enough for rollbacks, and for answers that still use the previous one. */
const kept = 5;

/** Deletes the index files of a project's older deployments; open files stay readable. */
export async function removeOldIndexes(store: Store, indexFolder: string, projectId: string): Promise<void> {
  for (const file of await forgetOldIndexFiles(store, projectId, kept))
    await rm(join(indexFolder, file), { force: true });
}
