import type { Log } from '../lib/log.ts';
import { requestDeploymentWork } from '../store/deployment-queue.ts';
import { eachProject } from '../store/each-project.ts';
import type { Project } from '../store/projects.ts';
import type { DeployDeps } from './deploy-deps.ts';
import type { Revisions } from './revisions.ts';
import { hasChanges, isOfSites } from './has-changes.ts';
import { readBase } from './read-base.ts';
import { shareFolders } from './share-folders.ts';

type RefreshDeps = DeployDeps & {
  log: Log;
  revisions: Revisions;
  /** Aborts when the server stops. */
  stopped: AbortSignal;
};

/** Requests deployments for the other projects of an organization. */
export async function refreshProjects(
  deps: RefreshDeps,
  organizationId: string,
  isWanted: (project: Project) => boolean,
): Promise<void> {
  for await (const project of eachProject(deps.store, organizationId)) {
    if (deps.stopped.aborted) return;
    if (!isWanted(project)) continue;
    // A restart does not crawl a site that already has an index.
    const isFresh =
      isOfSites(project) &&
      (await readBase(deps, project))?.pages != null &&
      (await hasChanges(deps, project)) === 'none';
    if (isFresh) deps.revisions.request(project.id);
    else await readAgain(deps, project);
  }
}

/** Pushes this machine's folders first: any server may run the deployment. */
async function readAgain({ store, sources, log }: RefreshDeps, project: Project): Promise<void> {
  const { id: projectId } = project;
  await shareFolders(sources, project).catch((error: unknown) =>
    log.warn({ projectId, error }, 'folder not shared'),
  );
  await requestDeploymentWork(store, projectId, 'start');
}
