import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listAllProjects } from '../store/projects.ts';
import type { Store } from '../store/store.ts';

/** Deletes the downloads of deleted projects. */
export async function sweepSourceFolders(store: Store, sourceFolder: string): Promise<void> {
  const folders = await readdir(sourceFolder).catch(() => []);
  // Listed after the folders, so that a project created meanwhile is known.
  const projects = new Set((await listAllProjects(store)).map(({ id }) => id));
  for (const name of folders) {
    if (!projects.has(name)) await rm(join(sourceFolder, name), { recursive: true, force: true });
  }
}
