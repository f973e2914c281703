import { resolve } from 'node:path';
import { configNames } from '../content/frameworks/claims.ts';
import { watchFolder } from '../content/sources/watch-folder.ts';
import type { Log } from '../lib/log.ts';
import { requestDeploymentWork } from '../store/deployment-queue.ts';
import { eachFolderProject } from '../store/each-project.ts';
import { findProjectById } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { builtFolderOf } from './built-folder-of.ts';
import { isOutage } from './is-outage.ts';
import type { SourceDeps } from './open-source.ts';
import { shareFolders } from './share-folders.ts';

/** Deploys projects with folders as soon as a file is saved. */
type ProjectWatch = {
  /** Watches the folders of all current projects. */
  update(): Promise<void>;
  close(): void;
};

/** The projects that read a folder, and a function that stops watching it. */
type Watched = { projects: string[]; close(): void };

type WatchDeps = {
  store: Store;
  log: Log;
  sources: SourceDeps;
  /** Docent's own folder, which may lie inside a docs folder. */
  dataFolder: string;
};

export function watchProjects({ store, log, dataFolder, sources }: WatchDeps): ProjectWatch {
  /** By folder, which several projects may share. */
  const watched = new Map<string, Watched>();
  let closed = false;

  /** Projects whose changes could not be deployed in an outage; the next update retries them. */
  const unshared = new Set<string>();

  /** Changes during a deployment are deployed together after it. */
  async function changed(projectId: string): Promise<void> {
    try {
      const project = await findProjectById(store, projectId);
      if (project !== undefined) {
        // A person who saves a file on this machine wants this version, even if a newer push replaced it.
        await shareFolders(sources, project, { again: true });
        await requestDeploymentWork(store, projectId, 'watch');
      }
      unshared.delete(projectId);
    } catch (error) {
      if (isOutage(error)) unshared.add(projectId);
      else unshared.delete(projectId);
      log.warn({ projectId, error }, 'docs not refreshed');
    }
  }

  async function watch(folder: string, projects: string[]): Promise<void> {
    const one: Watched = { projects, close() {} };
    watched.set(folder, one);
    const onChange = async () => {
      for (const projectId of one.projects) await changed(projectId);
    };
    const { close } = await watchFolder(folder, () => void onChange(), {
      names: configNames,
      except: resolve(dataFolder),
      onError: (error) =>
        log.warn({ folder, error }, 'the folder of docs cannot be watched; deploy after changes'),
    });
    one.close = close;
    if (closed) close();
  }

  return {
    async update() {
      for (const projectId of unshared) await changed(projectId);
      const wanted = await projectsByFolder(store);
      for (const [folder, one] of watched) {
        if (wanted.has(folder)) continue;
        one.close();
        watched.delete(folder);
      }
      for (const [folder, projects] of wanted) {
        const known = watched.get(folder);
        if (known !== undefined) known.projects = projects;
        else if (!closed) await watch(folder, projects);
      }
    },
    close() {
      closed = true;
      for (const one of watched.values()) one.close();
    },
  };
}

async function projectsByFolder(store: Store): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for await (const { id, sources } of eachFolderProject(store)) {
    for (const source of sources) {
      if (source.kind !== 'folder') continue;
      for (const folder of [resolve(source.path), builtFolderOf(source) ?? []].flat()) {
        const projects = found.get(folder);
        if (projects === undefined) found.set(folder, [id]);
        // Two sources of one project may name the same folder.
        else if (projects.at(-1) !== id) projects.push(id);
      }
    }
  }
  return found;
}
