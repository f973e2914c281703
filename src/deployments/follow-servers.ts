import { findCurrentDeployment, listCurrentDeployments } from '../store/deployments.ts';
import { findProjectById } from '../store/projects.ts';
import { waitAtMost } from '../lib/wait-at-most.ts';
import type { Store } from '../store/store.ts';
import type { IndexTravel } from './index-travel.ts';
import type { LiveIndexes } from './live-indexes.ts';

/** Concurrent downloads, and the milliseconds after which a slow one no longer holds up the others. */
const [atOnce, patienceMs] = [3, 10_000];

/**
 * Fetches new deployments and revisions of other servers for the projects that this server serves, before a request.
 */
export async function followServers(store: Store, indexes: LiveIndexes, travel: IndexTravel): Promise<void> {
  const open = indexes.open();
  const current = await listCurrentDeployments(store, [...open.keys()]);
  for (const projectId of open.keys()) if (!current.has(projectId)) indexes.drop(projectId);
  const moved = current.entries().filter(([id, deploymentId]) => open.get(id)!.deploymentId !== deploymentId);
  // All workers share the iterator.
  const followNext = async () => {
    for (const [projectId] of moved) await follow(projectId);
  };
  await Promise.all(Array.from({ length: atOnce }, followNext));
  // A fetched file is opened by the next request.
  await travel.bringNewer([...indexes.open().values()].map(({ file }) => file));

  async function follow(projectId: string): Promise<void> {
    const project = await findProjectById(store, projectId);
    if (project === undefined) return;
    const file = (await findCurrentDeployment(store, projectId))?.indexFile;
    if (file != null) await waitAtMost(patienceMs, travel.bring(file));
    // A file that cannot be opened is requested again when it is found missing.
    await indexes.warm(project).catch(() => {});
  }
}
