import { endAbandoned } from '../store/deployment-queue.ts';
import type { Deployment } from '../store/deployments.ts';
import type { Project } from '../store/projects.ts';
import type { DeployDeps } from './deploy-deps.ts';
import { requestDeployment } from './request-deployment.ts';
import { removeFilesOf } from './sweep-index-files.ts';

const abandoned = 'The server stopped before the deployment ended. It is retried once.';

/**
 * Ends the deployments that a dead process left, and requests each again, but for a retry: what crashes the server must not do
 * so on every start. The caller has just claimed the project.
 * @returns the ended ones
 */
export async function retryAbandoned(
  { store, indexFolder }: DeployDeps,
  project: Project,
): Promise<Deployment[]> {
  const ended = await endAbandoned(store, project.id, abandoned);
  await removeFilesOf(indexFolder, ended);
  for (const { cause, confirmed } of ended)
    if (cause !== 'recovery') await requestDeployment(store, project, { cause: 'recovery', confirmed });
  return ended;
}
