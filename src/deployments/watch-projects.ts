import { resolve } from 'node:path';
import { watchFolder } from '../content/sources/watch-folder.ts';
import { findProjectById, listAllProjects, type Project } from '../store/projects.ts';
import { refreshProject, type RefreshDeps } from './refresh-project.ts';

/** Deploys projects whose docs are in folders as soon as a file is saved. */
type ProjectWatch = {
  /** Watches the folders of projects that are there now. */
  update(): Promise<void>;
  close(): Promise<void>;
};

type Watched = { close(): void; folders: string };

/** @param dataFolder Docent's own, which may lie in a folder of docs */
export function watchProjects(deps: RefreshDeps & { dataFolder: string }): ProjectWatch {
  const { store, log, dataFolder } = deps;
  const watched = new Map<string, Watched>();
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();
  let closed = false;

  /** A change while the last one is deployed is deployed after it, whatever number there are. */
  function changed(projectId: string): void {
    if (running.has(projectId)) return void again.add(projectId);
    const work = refresh(projectId).finally(() => {
      running.delete(projectId);
      if (again.delete(projectId) && !closed) changed(projectId);
    });
    running.set(projectId, work);
  }

  async function refresh(projectId: string): Promise<void> {
    const project = await findProjectById(store, projectId);
    if (project !== undefined && !closed) await refreshProject(deps, project, 'watch');
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
      folders.map((folder) => watchFolder(folder, () => changed(project.id), options)),
    );
    return { folders: folders.join('\0'), close: () => watches.forEach((one) => one.close()) };
  }

  return {
    async update() {
      const projects = await listAllProjects(store);
      for (const { id } of projects) {
        const project = await findProjectById(store, id);
        const folders = foldersOf(project);
        const before = watched.get(id);
        if (closed || project === undefined || before?.folders === folders.join('\0')) continue;
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
    async close() {
      closed = true;
      for (const one of watched.values()) one.close();
      await Promise.all(running.values());
    },
  };
}

function foldersOf(project: Project | undefined): string[] {
  return (project?.sources ?? []).flatMap((source) =>
    source.kind === 'folder' ? [resolve(source.path)] : [],
  );
}
