import type { DeploymentCause, DeploymentStep } from './deploy-tables.ts';
import { type PageRequest, type Paged, newestFirst } from './paging.ts';
import { type ProjectSource, readSources } from './projects.ts';
import type { Tables } from './schema.ts';
import { inTransaction, type Store } from './store.ts';

/** What the docs were at: contract of the deployment's `commit`. */
export type DeploymentCommit = {
  sha: string;
  ref: string;
  message: string;
  filesChanged: { added: string[]; modified: string[]; removed: string[] };
};

/** How far a deployment is: `done` of `total` things of the phase. */
export type DeploymentProgress = {
  phase: string;
  done: number;
  total: number;
  /** Of this phase; null as long as it cannot be told. */
  secondsLeft: number | null;
};

/** One try to bring a project's docs into an index. */
export type Deployment = {
  id: string;
  projectId: string;
  status: 'queued' | 'in_progress' | 'success' | 'failure';
  /** One sentence for people. */
  summary: string;
  logs: string[];
  /** What it did, in order; of deployments of before this was kept, nothing. */
  steps: DeploymentStep[];
  commit: DeploymentCommit | null;
  sources: ProjectSource[];
  /** The file's name in the data directory, once it is built. */
  indexFile: string | null;
  /** SHA-256 (hex) of all that the index was made from. */
  contentHash: string | null;
  progress: DeploymentProgress | null;
  createdAt: number;
  endedAt: number | null;
  cause: DeploymentCause;
  /** Somebody said that most pages may vanish. */
  confirmed: boolean;
  /** The earlier deployment whose index answers again. */
  restoredFrom: string | null;
};

type Settled = 'id' | 'projectId' | 'createdAt' | 'sources' | 'cause' | 'confirmed' | 'restoredFrom';
type DeploymentChanges = Partial<Omit<Deployment, Settled>>;

/** Adds a deployment; false when it is to wait and another one of the project already does. */
export async function addDeployment(store: Store, deployment: Deployment): Promise<boolean> {
  const { sources, ...plain } = deployment;
  const added = await store.db
    .insertInto('deployments')
    .values({
      ...plain,
      logs: JSON.stringify(deployment.logs),
      steps: JSON.stringify(deployment.steps),
      commit: deployment.commit && JSON.stringify(deployment.commit),
      source: JSON.stringify(sources),
      progress: deployment.progress && JSON.stringify(deployment.progress),
      confirmed: Number(deployment.confirmed),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/**
 * Changes what is named of a deployment that has not ended.
 * @returns false when it has, or the project has no such deployment; then nothing is changed
 */
export async function updateDeployment(
  store: Store,
  deployment: { projectId: string; id: string },
  changes: DeploymentChanges,
): Promise<boolean> {
  const updated = await store.db
    .updateTable('deployments')
    .set(toColumns(changes))
    .where('projectId', '=', deployment.projectId)
    .where('id', '=', deployment.id)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Shows how far the vectors of a deployment are, which come when it has long ended. */
export async function setProgress(
  store: Store,
  deployment: { projectId: string; id: string },
  changes: { progress: DeploymentProgress | null; steps: DeploymentStep[] },
): Promise<void> {
  await store.db
    .updateTable('deployments')
    .set(toColumns(changes))
    .where('projectId', '=', deployment.projectId)
    .where('id', '=', deployment.id)
    .execute();
}

/** Says that the docs of an ended deployment are those of a later commit, too. */
export async function setCommit(
  store: Store,
  deployment: { projectId: string; id: string },
  commit: DeploymentCommit,
): Promise<void> {
  await store.db
    .updateTable('deployments')
    .set(toColumns({ commit }))
    .where('projectId', '=', deployment.projectId)
    .where('id', '=', deployment.id)
    .execute();
}

/**
 * Makes a deployment that has not ended the one that answers, in the same transaction as its last changes.
 * @returns false when it has ended, as by a roll-back or by whoever took it over, or the project has no such one
 */
export async function switchDeployment(
  store: Store,
  deployment: { projectId: string; id: string },
  changes: DeploymentChanges = {},
): Promise<boolean> {
  return inTransaction(store, async (transaction) => {
    const isOpen = await updateDeployment(transaction, deployment, { status: 'success', ...changes });
    if (isOpen) await setCurrentDeployment(transaction, deployment);
    return isOpen;
  });
}

export async function setCurrentDeployment(
  store: Store,
  deployment: { projectId: string; id: string },
): Promise<void> {
  await store.db
    .updateTable('projects')
    .set({ currentDeploymentId: deployment.id })
    .where('id', '=', deployment.projectId)
    .execute();
}

/** The ids of the deployments that answer now, by project; without projects that are gone. */
export async function listCurrentDeployments(
  store: Store,
  projectIds: string[],
): Promise<Map<string, string | null>> {
  if (projectIds.length === 0) return new Map();
  const rows = await store.db
    .selectFrom('projects')
    .select(['id', 'currentDeploymentId'])
    .where('id', 'in', projectIds)
    .execute();
  return new Map(rows.map(({ id, currentDeploymentId }) => [id, currentDeploymentId]));
}

/** The deployment that answers now. */
export async function findCurrentDeployment(
  store: Store,
  projectId: string,
): Promise<Deployment | undefined> {
  const row = await store.db
    .selectFrom('deployments')
    .innerJoin('projects', 'projects.currentDeploymentId', 'deployments.id')
    .selectAll('deployments')
    .where('projects.id', '=', projectId)
    .where('deployments.projectId', '=', projectId)
    .executeTakeFirst();
  return row && toDeployment(row);
}

/** A deployment of any project of the organization. */
export async function findDeployment(
  store: Store,
  by: { organizationId: string; id: string },
): Promise<Deployment | undefined> {
  const row = await store.db
    .selectFrom('deployments')
    .innerJoin('projects', 'projects.id', 'deployments.projectId')
    .selectAll('deployments')
    .where('projects.organizationId', '=', by.organizationId)
    .where('deployments.id', '=', by.id)
    .executeTakeFirst();
  return row && toDeployment(row);
}

/** The newest deployments of a project, newest first. */
export async function listDeployments(
  store: Store,
  by: { projectId: string; limit: number },
): Promise<Deployment[]> {
  const rows = await store.db
    .selectFrom('deployments')
    .selectAll()
    .where('projectId', '=', by.projectId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(by.limit)
    .execute();
  return rows.map(toDeployment);
}

/** A project's deployments, newest first. */
export async function pageOfDeployments(
  store: Store,
  projectId: string,
  page: PageRequest,
): Promise<Paged<Deployment>> {
  const query = store.db.selectFrom('deployments').selectAll().where('projectId', '=', projectId);
  const { rows, next } = await newestFirst(query, page);
  return { rows: rows.map(toDeployment), next };
}

/** The newest deployment whose docs were read and are in an index file: what there would be without roll-backs. */
export async function findLastRead(store: Store, projectId: string): Promise<Deployment | undefined> {
  const row = await store.db
    .selectFrom('deployments')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('status', '=', 'success')
    .where('indexFile', 'is not', null)
    .where('cause', '!=', 'rollback')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toDeployment(row);
}

function toColumns({ logs, steps, commit, progress, ...plain }: DeploymentChanges) {
  return {
    ...plain,
    ...(logs && { logs: JSON.stringify(logs) }),
    ...(steps && { steps: JSON.stringify(steps) }),
    ...(commit !== undefined && { commit: commit && JSON.stringify(commit) }),
    ...(progress !== undefined && { progress: progress && JSON.stringify(progress) }),
  };
}

/** A row as everyone else knows it. */
export function toDeployment({ source, ...row }: Tables['deployments']): Deployment {
  return {
    ...row,
    confirmed: row.confirmed === 1,
    logs: JSON.parse(row.logs),
    steps: JSON.parse(row.steps),
    commit: row.commit === null ? null : JSON.parse(row.commit),
    sources: readSources(source),
    progress: row.progress === null ? null : JSON.parse(row.progress),
  };
}
