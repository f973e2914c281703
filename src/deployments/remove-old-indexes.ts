import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { forgetIndexFiles, listIndexFilesOf } from '../store/deployment-queue.ts';
import type { Store } from '../store/store.ts';

/** Enough for rollbacks, and for answers that still use the previous one. */
const kept = 5;

/** Deletes the index files of a project's older deployments; open files stay readable. */
export async function removeOldIndexes(store: Store, indexFolder: string, projectId: string): Promise<void> {
  const files = await listIndexFilesOf(store, projectId);
  const old = files.slice(kept);
  await forgetIndexFiles(store, projectId, old);
  for (const file of old) await rm(join(indexFolder, file), { force: true });
}
