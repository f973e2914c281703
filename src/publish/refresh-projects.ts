import { listProjects } from '../accounts/projects.ts';
import type { Project } from '../store/projects.ts';
import { refreshProject, type RefreshRooms } from './refresh-project.ts';

/** Brings the other projects of an organization up to date, one after the other. */
export async function refreshProjects(
  rooms: RefreshRooms,
  organizationId: string,
  isWanted: (project: Project) => boolean,
): Promise<void> {
  const projects = await listProjects(rooms.store, organizationId);
  for (const project of projects.filter(isWanted)) await refreshProject(rooms, project, 'start');
}
