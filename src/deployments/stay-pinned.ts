import { join } from 'node:path';
import { DocentError } from '../errors.ts';
import { findCurrentDeployment } from '../store/deployments.ts';
import type { Project } from '../store/projects.ts';
import type { DeployDeps } from './deploy-deps.ts';
import type { Step } from './measure-progress.ts';
import { isPinned } from './pinned.ts';
import { rebuildIndex } from './rebuild-index.ts';

/**
 * Keeps a pinned project at its deployment, though the index is of an earlier version or was lost.
 * @returns the index file; undefined for a project that is to be deployed
 * @throws DocentError `conflict` when its sources no longer contain those docs
 */
export async function stayPinned(
  deps: DeployDeps,
  project: Project,
  options: { onStep?: ((step: Step) => void) | undefined; signal?: AbortSignal | undefined },
): Promise<string | undefined> {
  const current = isPinned(project) ? await findCurrentDeployment(deps.store, project.id) : undefined;
  if (current?.indexFile == null) return undefined;
  if (await rebuildIndex(deps, project, current, options)) return join(deps.indexFolder, current.indexFile);
  throw new DocentError(
    'conflict',
    'The project is pinned to docs that its sources no longer contain. Set its setting pinned to false to deploy.',
  );
}
