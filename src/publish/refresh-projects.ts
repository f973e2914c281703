import { listProjects } from '../accounts/projects.ts';
import type { Project } from '../store/projects.ts';
import { hasNews, isOfSites } from './has-news.ts';
import { readBase } from './read-base.ts';
import { refreshProject, type RefreshRooms } from './refresh-project.ts';

/** Brings the other projects of an organization up to date, one after the other, until the server is told to stop. */
export async function refreshProjects(
  rooms: RefreshRooms,
  organizationId: string,
  isWanted: (project: Project) => boolean,
): Promise<void> {
  const projects = await listProjects(rooms.store, organizationId);
  for (const project of projects.filter(isWanted)) {
    if (rooms.stopped.aborted) return;
    // A site is not asked again whenever a server starts that has its index.
    const isFresh =
      isOfSites(project) &&
      (await readBase(rooms, project))?.pages != null &&
      (await hasNews(rooms, project)) === 'none';
    if (isFresh) void rooms.embedding?.add(project.id);
    else await refreshProject(rooms, project, 'start');
  }
}
