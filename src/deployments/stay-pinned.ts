import { join } from 'node:path';
import { DocentError } from '../errors.ts';
import { readIndexInfo } from '../retrieval/index-file.ts';
import { findCurrentDeployment, updateDeployment } from '../store/deployments.ts';
import type { DeployResult } from './deploy-deps.ts';
import { type DeploymentRun, endSteps, step } from './deployment-run.ts';
import { unchangedResult } from './end-unchanged.ts';
import { isPinned } from './pinned.ts';
import { rebuildIndex } from './rebuild-index.ts';

/**
 * Keeps a pinned project at its deployment, though the index is of an earlier version or was lost.
 * @returns undefined for a project that is to be deployed
 * @throws DocentError `conflict` when its sources no longer contain those docs
 */
export async function stayPinned(run: DeploymentRun): Promise<DeployResult | undefined> {
  const { deps, project, deployment, signal } = run;
  const current = isPinned(project) ? await findCurrentDeployment(deps.store, project.id) : undefined;
  if (current?.indexFile == null) return undefined;
  if (!(await rebuildIndex(deps, project, current, { signal, onStep: await step(run, 'reading') })))
    throw new DocentError(
      'conflict',
      'The project is pinned to docs that its sources no longer contain. Set its setting pinned to false to deploy.',
    );
  if (deployment !== null) {
    // It was requested before the project was pinned.
    const summary = 'The project is pinned to an earlier deployment.';
    await updateDeployment(deps.store, deployment, { status: 'failure', summary, ...(await endSteps(run)) });
  }
  const file = join(deps.indexFolder, current.indexFile);
  return unchangedResult(file, readIndexInfo(file).pages, []);
}
