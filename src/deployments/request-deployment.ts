import { newId } from '../lib/ids.ts';
import { queueDeployment } from '../store/deployment-queue.ts';
import type { DeploymentCause } from '../store/deploy-tables.ts';
import type { Deployment } from '../store/deployments.ts';
import type { Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { beginOf } from './journal.ts';

/** Why docs are to be read, and whether a person confirmed a loss of pages. */
type DeployWish = {
  cause: DeploymentCause;
  /** Continue even when most pages would vanish. */
  confirmed?: boolean | undefined;
};

/**
 * Queues a deployment of a project. Requests while one is queued share it.
 * @returns the id of the deployment, whose record shows its progress
 */
export async function requestDeployment(
  store: Store,
  project: Project,
  { cause, confirmed = false }: DeployWish,
): Promise<string> {
  return queueDeployment(store, { ...newDeployment(project, cause, await store.now()), confirmed });
}

/** A deployment in the queue. */
export function newDeployment(project: Project, cause: DeploymentCause, createdAt: number): Deployment {
  return {
    id: newId('dpl'),
    projectId: project.id,
    status: 'queued',
    summary: '',
    logs: [],
    steps: [beginOf('queued', createdAt)],
    commit: null,
    sources: project.sources,
    indexFile: null,
    contentHash: null,
    progress: null,
    createdAt,
    endedAt: null,
    cause,
    confirmed: false,
    restoredFrom: null,
  };
}
