import { requestDeploymentWork } from '../store/deployment-queue.ts';
import { listProjects, type Project } from '../store/projects.ts';
import type { DeployDeps } from './deploy-deps.ts';
import type { Embedding } from './embedding.ts';
import { hasNews, isOfSites } from './has-news.ts';
import { readBase } from './read-base.ts';

type RefreshDeps = DeployDeps & {
  embedding: Embedding | null;
  /** Aborts when the server is told to stop. */
  stopped: AbortSignal;
};

/** Has the other projects of an organization brought up to date. */
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
    if (isFresh) deps.embedding?.request(project.id);
    else await requestDeploymentWork(deps.store, project.id, 'start');
  }
}
