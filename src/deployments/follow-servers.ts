import { findCurrentDeployment, listCurrentDeployments } from '../store/deployments.ts';
import { findProjectById } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import type { IndexTravel } from './index-travel.ts';
import type { LiveIndexes } from './live-indexes.ts';

/**
 * Has the projects that this server answers for follow what other servers deployed and embedded, before anybody asks.
 */
export async function followServers(store: Store, indexes: LiveIndexes, travel: IndexTravel): Promise<void> {
  const open = indexes.open();
  const current = await listCurrentDeployments(store, [...open.keys()]);
  for (const [projectId, { deploymentId }] of open) {
    if (!current.has(projectId)) indexes.drop(projectId);
    else if (current.get(projectId) !== deploymentId) await follow(projectId);
  }
  // What came is opened when it is next asked for.
  await travel.bringNewer([...indexes.open().values()].map(({ file }) => file));

  async function follow(projectId: string): Promise<void> {
    const project = await findProjectById(store, projectId);
    if (project === undefined) return;
    const file = (await findCurrentDeployment(store, projectId))?.indexFile;
    if (file != null) await travel.bring(file).catch(() => {});
    await indexes.warm(project);
  }
}
