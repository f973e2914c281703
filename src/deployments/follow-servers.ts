import { findProjectById } from '../store/projects.ts';
import { listCurrentDeployments } from '../store/deployments.ts';
import type { Store } from '../store/store.ts';
import type { LiveIndexes } from './live-indexes.ts';

/**
 * Has the projects that this server answers for follow what other servers deployed, before anybody asks: their files do
 * not travel, and building one of our own takes a while.
 */
export async function followServers(store: Store, indexes: LiveIndexes): Promise<void> {
  const open = indexes.open();
  const current = await listCurrentDeployments(store, [...open.keys()]);
  for (const [projectId, deploymentId] of open) {
    if (!current.has(projectId)) indexes.drop(projectId);
    else if (current.get(projectId) !== deploymentId) {
      const project = await findProjectById(store, projectId);
      if (project !== undefined) await indexes.warm(project);
    }
  }
}
