import { type Project, listProjects } from '../store/projects.ts';
import { hasNews, isOfSites } from './has-news.ts';
import { readBase } from './read-base.ts';
import { refreshProject, type RefreshDeps } from './refresh-project.ts';

/** Brings the other projects of an organization up to date, one after the other, until the server is told to stop. */
export async function refreshProjects(
  deps: RefreshDeps,
  organizationId: string,
  isWanted: (project: Project) => boolean,
): Promise<void> {
  const projects = await listProjects(deps.store, organizationId);
  for (const project of projects.filter(isWanted)) {
    if (deps.stopped.aborted) return;
    // A site is not asked again whenever a server starts that has its index.
    const isFresh =
      isOfSites(project) &&
      (await readBase(deps, project))?.pages != null &&
      (await hasNews(deps, project)) === 'none';
    if (isFresh) void deps.embedding?.add(project.id);
    else await refreshProject(deps, project, 'start');
  }
}
