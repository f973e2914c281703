import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeployDeps } from './deploy-deps.ts';
import { sweepIndexFiles } from './sweep-index-files.ts';

/** Deletes what this server keeps of a project that is deleted: index files, also of its previews, and what was fetched. */
export async function removeProjectFiles(
  { store, indexFolder, sources }: DeployDeps,
  projectId: string,
): Promise<void> {
  await sweepIndexFiles(store, indexFolder);
  // A deployment that is under way may still write there for a moment.
  await rm(join(sources.sourceFolder, projectId), { recursive: true, force: true, maxRetries: 5 });
}
