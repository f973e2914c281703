import { DocentError } from '../errors.ts';
import { rollBack as recordRollBack } from '../store/deployment-queue.ts';
import { type Deployment, findDeployment, listDeployments } from '../store/deployments.ts';
import { changeSettings, type Project } from '../store/projects.ts';
import { inTransaction, type Store } from '../store/store.ts';
import type { DeployDeps } from './deploy-deps.ts';
import { newDeployment } from './request-deployment.ts';
import { rebuildIndex } from './rebuild-index.ts';

type RollBackOptions = {
  /** The deployment to restore; by default the one before the current one. */
  to?: string | undefined;
  /** Stay at it, whatever is pushed. */
  pin?: boolean | undefined;
};

const looked = 200;

/**
 * Makes an earlier deployment's index the live one, atomically. The next deployment with changes replaces it, unless
 * the project is pinned. An index of another server is built here first.
 * @returns the deployment that records the rollback
 * @throws DocentError `not_found` for an unknown deployment, `conflict` for one whose index is no longer kept
 */
export async function rollBack(
  deps: DeployDeps,
  project: Project,
  { to, pin = false }: RollBackOptions,
): Promise<Deployment> {
  const { store } = deps;
  const target = to === undefined ? await findBefore(store, project) : await findTarget(store, project, to);
  const { indexFile, contentHash, commit, sources } = target;
  if (target.status !== 'success' || !(await rebuildIndex(deps, project, target))) throw notKept();
  const now = await store.now();
  const restored: Deployment = {
    ...newDeployment(project, 'rollback', now),
    status: 'success',
    steps: [],
    summary: `Went back to the docs of ${toMinute(target.createdAt)}${commit === null ? '' : ` (commit ${commit.sha.slice(0, 10)})`}${pin ? ', to stay there' : ''}.`,
    commit,
    sources,
    indexFile,
    contentHash,
    endedAt: now,
    restoredFrom: target.restoredFrom ?? target.id,
  };
  await inTransaction(store, async (transaction) => {
    if ((project.settings.pinned ?? false) !== pin)
      await changeSettings(transaction, project, (settings) => ({ ...settings, pinned: pin }));
    // A deployment that has ended meanwhile may have removed it.
    if (!(await recordRollBack(transaction, restored, 'A roll-back came in between.'))) throw notKept();
  });
  return restored;
}

function notKept(): DocentError {
  return new DocentError('conflict', 'The index of this deployment is not kept. Choose a newer one.');
}

async function findTarget(store: Store, { id, organizationId }: Project, to: string): Promise<Deployment> {
  const found = await findDeployment(store, { organizationId, id: to });
  if (found?.projectId === id) return found;
  throw new DocentError('not_found', 'There is no deployment with this id.');
}

/** The newest kept deployment with other docs than the current one. */
async function findBefore(store: Store, project: Project): Promise<Deployment> {
  const deployments = await listDeployments(store, { projectId: project.id, limit: looked });
  const at = deployments.findIndex(({ id }) => id === project.currentDeploymentId);
  const current = deployments[at];
  const earlier = deployments
    .slice(at + 1)
    .find(({ indexFile }) => indexFile !== null && indexFile !== current?.indexFile);
  if (current !== undefined && earlier !== undefined) return earlier;
  throw new DocentError('not_found', 'There is no earlier deployment to go back to.');
}

/** `2026-11-23 04:17 UTC` */
const toMinute = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
