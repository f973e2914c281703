import { resolve } from 'node:path';
import { watchFolder } from '../content/sources/watch-folder.ts';
import type { Log } from '../lib/log.ts';
import { requestDeploymentWork } from '../store/deployment-queue.ts';
import { listFolderProjects, type Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { isOutage } from './is-outage.ts';
import type { SourceDeps } from './open-source.ts';
import { shareFolders } from './share-folders.ts';

/** Deploys projects with folders as soon as a file is saved. */
type ProjectWatch = {
  /** Watches the folders of all current projects. */
  update(): Promise<void>;
  close(): void;
};

type Watched = { close(): void; folders: string };

type WatchDeps = {
  store: Store;
  log: Log;
  sources: SourceDeps;
  /** Docent's own folder, which may lie inside a docs folder. */
  dataFolder: string;
};

export function watchProjects(deps: WatchDeps): ProjectWatch {
  const { store, log, dataFolder, sources } = deps;
  const watched = new Map<string, Watched>();
  let closed = false;

  /** Projects with changes that an outage kept here; they are tried again with the next update. */
  const unshared = new Map<string, Project>();

  /** Changes during a deployment are deployed together after it. */
  async function changed(project: Project): Promise<void> {
    try {
      // A person who saves a file on this machine wants this version, even if a newer push replaced it.
      await shareFolders(sources, project, { again: true });
      await requestDeploymentWork(store, project.id, 'watch');
      unshared.delete(project.id);
    } catch (error) {
      if (isOutage(error)) unshared.set(project.id, project);
      else unshared.delete(project.id);
      log.warn({ projectId: project.id, error }, 'docs not refreshed');
    }
  }

  async function watch(project: Project, folders: string[]): Promise<Watched> {
    const options = {
      except: resolve(dataFolder),
      onError: (error: unknown) =>
        log.warn(
          { projectId: project.id, error },
          'the folder of docs cannot be watched; deploy after changes',
        ),
    };
    const watches = await Promise.all(
      folders.map((folder) => watchFolder(folder, () => void changed(project), options)),
    );
    return { folders: folders.join('\0'), close: () => watches.forEach((one) => one.close()) };
  }

  return {
    async update() {
      for (const project of unshared.values()) await changed(project);
      const projects = await listFolderProjects(store);
      for (const project of projects) {
        const { id } = project;
        const folders = foldersOf(project);
        const before = watched.get(id);
        if (closed || before?.folders === folders.join('\0')) continue;
        before?.close();
        const one = await watch(project, folders);
        if (closed) one.close();
        watched.set(id, one);
      }
      const known = new Set(projects.map(({ id }) => id));
      for (const [id, one] of watched) {
        if (known.has(id)) continue;
        one.close();
        watched.delete(id);
      }
    },
    close() {
      closed = true;
      for (const one of watched.values()) one.close();
    },
  };
}

function foldersOf(project: Project): string[] {
  return project.sources.flatMap((source) => (source.kind === 'folder' ? [resolve(source.path)] : []));
}
