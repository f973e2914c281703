import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listAllProjects } from '../store/projects.ts';
import type { Store } from '../store/store.ts';

/** Deletes what was fetched for projects that are gone. */
export async function sweepSourceFolders(store: Store, sourceFolder: string): Promise<void> {
  const folders = await readdir(sourceFolder).catch(() => []);
  // After the folders: a project that is made meanwhile is known.
  const projects = new Set((await listAllProjects(store)).map(({ id }) => id));
  for (const name of folders) {
    if (!projects.has(name)) await rm(join(sourceFolder, name), { recursive: true, force: true });
  }
}
