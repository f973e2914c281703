import { listProjects } from '../accounts/projects.ts';
import type { Log } from '../lib/log.ts';
import type { Project } from '../store/projects.ts';
import { deploy, type DeployRooms } from './deploy.ts';
import type { EmbeddingQueue } from './embedding-queue.ts';

/** Brings the other projects of an organization up to date, one after the other; one that fails keeps its last index. */
export async function refreshProjects(
  rooms: DeployRooms & { log: Log; embedding: EmbeddingQueue | null },
  organizationId: string,
  isWanted: (project: Project) => boolean,
): Promise<void> {
  const projects = await listProjects(rooms.store, organizationId);
  for (const project of projects.filter(isWanted)) {
    try {
      await deploy(rooms, project);
      void rooms.embedding?.add(project.id);
    } catch (error) {
      rooms.log.warn({ projectId: project.id, error }, 'docs not refreshed');
    }
  }
}
