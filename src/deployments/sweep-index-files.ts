import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listIndexFiles } from '../store/deployment-queue.ts';
import type { Store } from '../store/store.ts';
import { copyEnding } from './open-copy.ts';

/**
 * Deletes index files that no deployment needs: of failed and old deployments, and of deleted projects.
 * @param halfBuilt also files that killed processes were building or had open; for a starting server
 */
export async function sweepIndexFiles(
  store: Store,
  indexFolder: string,
  { halfBuilt = false } = {},
): Promise<void> {
  const files = await readdir(indexFolder);
  const known = await listIndexFiles(store);
  for (const file of files) {
    // `dpl_….sqlite`, or `dpl_….sqlite.….building` while it is built.
    const [id = ''] = file.split('.');
    const isNeeded = known.inProgress.has(id) || known.files.has(file);
    const isSwept = file.endsWith('.sqlite') || (halfBuilt && file.endsWith('.building'));
    const isLeft = halfBuilt && file.endsWith(copyEnding);
    if (isLeft || (isSwept && !isNeeded)) await rm(join(indexFolder, file), { force: true });
  }
}

/** Deletes what unfinished deployments left in the folder of indexes. */
export async function removeFilesOf(indexFolder: string, deployments: { id: string }[]): Promise<void> {
  if (deployments.length === 0) return;
  const files = (await readdir(indexFolder)).filter((file) =>
    deployments.some(({ id }) => file.startsWith(`${id}.`)),
  );
  for (const file of files) await rm(join(indexFolder, file), { force: true });
}
