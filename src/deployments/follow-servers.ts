import { findCurrentDeployment, listCurrentDeployments } from '../store/deployments.ts';
import { findProjectById } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import type { IndexTravel } from './index-travel.ts';
import type { LiveIndexes } from './live-indexes.ts';

/**
 * Fetches new deployments and revisions of other servers for the projects that this server serves, before a request.
 */
export async function followServers(store: Store, indexes: LiveIndexes, travel: IndexTravel): Promise<void> {
  const open = indexes.open();
  const current = await listCurrentDeployments(store, [...open.keys()]);
  for (const [projectId, { deploymentId }] of open) {
    if (!current.has(projectId)) indexes.drop(projectId);
    else if (current.get(projectId) !== deploymentId) await follow(projectId);
  }
  // A fetched file is opened by the next request.
  await travel.bringNewer([...indexes.open().values()].map(({ file }) => file));

  async function follow(projectId: string): Promise<void> {
    const project = await findProjectById(store, projectId);
    if (project === undefined) return;
    const file = (await findCurrentDeployment(store, projectId))?.indexFile;
    if (file != null) await travel.bring(file).catch(() => {});
    await indexes.warm(project);
  }
}
