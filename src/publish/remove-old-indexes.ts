import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listDeployments } from '../store/deployments.ts';
import type { Store } from '../store/store.ts';

/** Enough to go back to, and for answers that still run on the one before. */
const kept = 3;
const looked = 50;

/** Deletes the index files of a project's older deployments; an open file stays readable to whoever has it. */
export async function removeOldIndexes(store: Store, indexFolder: string, projectId: string): Promise<void> {
  const deployments = await listDeployments(store, { projectId, limit: looked });
  const files = deployments.flatMap(({ indexFile }) => indexFile ?? []);
  for (const file of files.slice(kept)) await rm(join(indexFolder, file), { force: true });
}
