import type { DeploymentCause } from './deploy-tables.ts';
import { addDeployment, type Deployment, setCurrentDeployment, toDeployment } from './deployments.ts';
import { inTransaction, type Store } from './store.ts';
import { requestWork } from './work.ts';

/** The kind of work that brings a project's docs into its index; its subject is the project. */
export const deploymentWork = 'deployment';

/**
 * Records that a project's docs are to be read. While one such deployment waits, others become that one; when any of
 * them is confirmed it is.
 * @returns the id of the deployment that waits
 */
export async function queueDeployment(store: Store, deployment: Deployment): Promise<string> {
  return inTransaction(store, async (transaction) => {
    await requestDeploymentWork(transaction, deployment.projectId);
    for (;;) {
      const added = await addDeployment(transaction, deployment);
      if (added) return deployment.id;
      const waiting = await transaction.db
        .updateTable('deployments')
        .set((update) => (deployment.confirmed ? { confirmed: 1 } : { confirmed: update.ref('confirmed') }))
        .where('projectId', '=', deployment.projectId)
        .where('status', '=', 'queued')
        .returning('id')
        .executeTakeFirst();
      // None: its turn came just now, so this one waits behind it.
      if (waiting !== undefined) return waiting.id;
    }
  });
}

/**
 * Has a project's docs read soon, without a record of its own when nothing is new.
 * @param cause why, for a record that there may be
 */
export function requestDeploymentWork(
  store: Store,
  projectId: string,
  cause?: DeploymentCause,
): Promise<void> {
  const input = cause && { cause };
  return requestWork(store, { kind: deploymentWork, subject: projectId, projectId, input });
}

/** Begins the deployment that waits, if there is one. For who has the project's work. */
export async function beginDeployment(store: Store, projectId: string): Promise<Deployment | undefined> {
  const row = await store.db
    .updateTable('deployments')
    .set({ status: 'in_progress' })
    .where('projectId', '=', projectId)
    .where('status', '=', 'queued')
    .returningAll()
    .executeTakeFirst();
  return row && toDeployment(row);
}

/**
 * Has a deployment in progress wait again, as it was. When another one of the project waits by now, it becomes that one.
 * @param summary why, for one that becomes another
 */
export async function putBackDeployment(
  store: Store,
  { id, projectId, confirmed }: Deployment,
  summary: string,
): Promise<void> {
  await inTransaction(store, async (transaction) => {
    const waiting = await transaction.db
      .updateTable('deployments')
      .set((update) => ({ confirmed: confirmed ? 1 : update.ref('confirmed') }))
      .where('projectId', '=', projectId)
      .where('status', '=', 'queued')
      .returning('id')
      .executeTakeFirst();
    const changes =
      waiting === undefined
        ? { status: 'queued' as const }
        : { status: 'failure' as const, summary, endedAt: await transaction.now() };
    await transaction.db
      .updateTable('deployments')
      .set({ ...changes, progress: null })
      .where('projectId', '=', projectId)
      .where('id', '=', id)
      .where('status', '=', 'in_progress')
      .execute();
  });
}

/**
 * Ends what is said to be in progress, since nobody works on it: for who has just got the project's work.
 * @returns what was ended
 */
export async function endAbandoned(store: Store, projectId: string, summary: string): Promise<Deployment[]> {
  const rows = await store.db
    .updateTable('deployments')
    .set({ status: 'failure', summary, progress: null, endedAt: await store.now() })
    .where('projectId', '=', projectId)
    .where('status', '=', 'in_progress')
    .returningAll()
    .execute();
  return rows.map(toDeployment);
}

/**
 * Makes a deployment with the index file of an earlier one the one that answers. What waits or is in progress ends
 * without effect: it would undo this at once.
 */
export async function rollBack(store: Store, deployment: Deployment, summary: string): Promise<void> {
  await inTransaction(store, async (transaction) => {
    await transaction.db
      .updateTable('deployments')
      .set({ status: 'failure', summary, progress: null, endedAt: deployment.createdAt })
      .where('projectId', '=', deployment.projectId)
      .where('endedAt', 'is', null)
      .execute();
    await addDeployment(transaction, deployment);
    await setCurrentDeployment(transaction, deployment);
  });
}

/** The names of all index files that deployments are recorded with, and the ids of those that may be making one. */
export async function listIndexFiles(store: Store): Promise<{ files: Set<string>; inProgress: Set<string> }> {
  const rows = await store.db
    .selectFrom('deployments')
    .select(['id', 'indexFile', 'status'])
    .where((is) => is.or([is('indexFile', 'is not', null), is('status', '=', 'in_progress')]))
    .execute();
  return {
    files: new Set(rows.flatMap(({ indexFile }) => indexFile ?? [])),
    inProgress: new Set(rows.filter(({ status }) => status === 'in_progress').map(({ id }) => id)),
  };
}

/** The index files of a project's deployments: the one that answers first, then those that answered last. */
export async function listIndexFilesOf(store: Store, projectId: string): Promise<string[]> {
  const rows = await store.db
    .selectFrom('deployments')
    .leftJoin('projects', 'projects.currentDeploymentId', 'deployments.id')
    .select('deployments.indexFile')
    .where('deployments.projectId', '=', projectId)
    .where('deployments.indexFile', 'is not', null)
    .groupBy('deployments.indexFile')
    .orderBy((order) => order.fn.count('projects.id'), 'desc')
    .orderBy((order) => order.fn.max('deployments.createdAt'), 'desc')
    .execute();
  return rows.map(({ indexFile }) => indexFile!);
}

/** Says that these files are no longer kept. */
export async function forgetIndexFiles(store: Store, projectId: string, files: string[]): Promise<void> {
  if (files.length === 0) return;
  await store.db
    .updateTable('deployments')
    .set({ indexFile: null })
    .where('projectId', '=', projectId)
    .where('indexFile', 'in', files)
    .execute();
}
