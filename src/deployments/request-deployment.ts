import { queueDeployment } from '../store/deployment-queue.ts';
import type { DeploymentCause } from '../store/deploy-tables.ts';

import type { Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { newDeployment } from './new-deployment.ts';

/** Why docs are to be read, and what a person said to it. */
type DeployWish = {
  cause: DeploymentCause;
  /** Goes on even when most pages would vanish. */
  confirmed?: boolean | undefined;
};

/**
 * Has a project's docs read soon. Requests that come while one waits become that one.
 * @returns the id of the deployment, whose record tells how it goes
 */
export async function requestDeployment(
  store: Store,
  project: Project,
  { cause, confirmed = false }: DeployWish,
): Promise<string> {
  return queueDeployment(store, { ...newDeployment(project, cause, await store.now()), confirmed });
}
