import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeployDeps } from './deploy-deps.ts';
import { sweepIndexFiles } from './sweep-index-files.ts';

/** Deletes this server's files of a deleted project: index files, also of its previews, and downloads. */
export async function removeProjectFiles(
  { store, indexFolder, sources }: DeployDeps,
  projectId: string,
): Promise<void> {
  await sweepIndexFiles(store, indexFolder);
  // A running deployment may still write there for a moment.
  await rm(join(sources.sourceFolder, projectId), { recursive: true, force: true, maxRetries: 5 });
}
