import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Log } from '../lib/log.ts';
import { requestDeploymentWork } from '../store/deployment-queue.ts';
import { eachFolderProject } from '../store/each-project.ts';
import type { Project } from '../store/projects.ts';
import type { SourceDeps } from './open-source.ts';
import { isPinned } from './pinned.ts';
import { builtFolderOf } from './built-folder-of.ts';
import { shareFolder } from './open-pushed.ts';

/**
 * Delayed, because the caller usually requests the deployment itself; this one is for an outage in between, after
 * which the folder is no longer new.
 */
const deployAfterMs = 60_000;

type ShareDeps = Pick<SourceDeps, 'pushed' | 'knownHashes'>;

/**
 * Pushes a project's folders on this machine to the servers that share its state, if any.
 * @param again also when newer docs have replaced these
 * @returns whether anything was new to them
 */
export async function shareFolders(
  { pushed, knownHashes: known }: ShareDeps,
  { id: projectId, sources }: Project,
  { again = false }: { again?: boolean } = {},
): Promise<boolean> {
  if (!pushed.isShared) return false;
  let isNew = false;
  for (const source of sources)
    if (source.kind === 'folder' && existsSync(source.path))
      isNew =
        (await shareFolder(
          pushed,
          { projectId, name: resolve(source.path), built: builtFolderOf(source) },
          { again, known, deployAfterMs },
        )) || isNew;
  return isNew;
}

/** Deploys changes in this machine's folders. Only the server that has a folder watches it. */
export async function pollFolders(deps: ShareDeps & { log: Log }): Promise<void> {
  const { store } = deps.pushed;
  for await (const project of eachFolderProject(store)) {
    if (isPinned(project) || project.settings.pollMinutes === 0) continue;
    try {
      if (await shareFolders(deps, project)) await requestDeploymentWork(store, project.id, 'poll');
    } catch (error) {
      deps.log.warn({ projectId: project.id, error }, 'folder not polled');
    }
  }
}
