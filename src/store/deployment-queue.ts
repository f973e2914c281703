import type { DeploymentCause } from './deploy-tables.ts';
import { addDeployment, type Deployment, setCurrentDeployment, toDeployment } from './deployments.ts';
import { inTransaction, type Store } from './store.ts';
import { lockProject, requestWork } from './work.ts';

/** The kind of work that deploys a project's docs; its subject is the project's id. */
export const deploymentWork = 'deployment';

/**
 * Records a requested deployment. While one is queued, further requests are merged with it; it is confirmed when any of
 * them is.
 * @returns the id of the queued deployment
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
      // None: it has just started, so this one is queued behind it.
      if (waiting !== undefined) return waiting.id;
    }
  });
}

/**
 * Queues the reading of a project's docs; there is a record only if something has changed.
 * @param cause for that record
 */
export function requestDeploymentWork(
  store: Store,
  projectId: string,
  cause?: DeploymentCause,
  afterMs = 0,
): Promise<void> {
  const input = cause && { cause };
  return requestWork(store, { kind: deploymentWork, subject: projectId, projectId, input, afterMs });
}

/** Starts the queued deployment, if any. The caller must hold the project's lease. */
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
 * Puts a deployment in progress back into the queue. When another one of the project is queued by now, they are merged.
 * @param summary for the record of a merged one
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
 * Ends the deployments marked as in progress. The caller has just claimed the project, so nobody works on them.
 * @returns the ended ones
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
 * Makes a deployment with the index file of an earlier one the live one. Queued and running deployments end without
 * effect: they would undo the rollback at once.
 * @returns false when the file is no longer kept; then nothing is changed
 */
export async function rollBack(store: Store, deployment: Deployment, summary: string): Promise<boolean> {
  return inTransaction(store, async (transaction) => {
    await lockProject(transaction, deployment.projectId);
    const kept = await listIndexFilesOf(transaction, deployment.projectId);
    if (!kept.includes(deployment.indexFile!)) return false;
    await transaction.db
      .updateTable('deployments')
      .set({ status: 'failure', summary, progress: null, endedAt: deployment.createdAt })
      .where('projectId', '=', deployment.projectId)
      .where('endedAt', 'is', null)
      .execute();
    await addDeployment(transaction, deployment);
    await setCurrentDeployment(transaction, deployment);
    return true;
  });
}

/** The names of all recorded index files, and the ids of deployments that may be building one. */
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

/** The index files of a project's deployments: the live one first, then the most recently live. */
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

/** Forgets all but the first `kept` of `listIndexFilesOf`. @returns what nobody can go back to any more */
export async function forgetOldIndexFiles(store: Store, projectId: string, kept: number): Promise<string[]> {
  return inTransaction(store, async (transaction) => {
    // A rollback to one of them comes before this, and keeps it, or finds that it is gone.
    await lockProject(transaction, projectId);
    const old = (await listIndexFilesOf(transaction, projectId)).slice(kept);
    if (old.length > 0)
      await transaction.db
        .updateTable('deployments')
        .set({ indexFile: null })
        .where('projectId', '=', projectId)
        .where('indexFile', 'in', old)
        .execute();
    return old;
  });
}
