import { type DeploymentCause, type DeploymentStep, stepNames } from './deploy-tables.ts';
import { type PageRequest, type CountedPage, newestFirst } from './paging.ts';
import { type ProjectSource, readSources } from './project-sources.ts';
import type { Tables } from './schema.ts';
import { inTransaction, type Store } from './store.ts';

/** The version of the docs; the format of a deployment's `commit`. */
export type DeploymentCommit = {
  sha: string;
  ref: string;
  message: string;
  filesChanged: { added: string[]; modified: string[]; removed: string[] };
};

/** Progress within a phase: `done` of `total` items. */
export type DeploymentProgress = {
  phase: string;
  done: number;
  total: number;
  /** Of this phase; null while it is unknown. */
  secondsLeft: number | null;
};

/** One attempt to build an index from a project's docs. */
export type Deployment = {
  id: string;
  projectId: string;
  status: 'queued' | 'in_progress' | 'success' | 'failure';
  /** One sentence for people. */
  summary: string;
  logs: string[];
  /** Its steps, in order; empty for deployments from before steps were stored. */
  steps: DeploymentStep[];
  commit: DeploymentCommit | null;
  sources: ProjectSource[];
  /** The file's name in the data directory, once it is built. */
  indexFile: string | null;
  /** SHA-256 (hex) of everything that the index was made from. */
  contentHash: string | null;
  progress: DeploymentProgress | null;
  createdAt: number;
  endedAt: number | null;
  cause: DeploymentCause;
  /** A person confirmed that most pages may vanish. */
  confirmed: boolean;
  /** The earlier deployment that a rollback restores. */
  restoredFrom: string | null;
};

type Settled = 'id' | 'projectId' | 'createdAt' | 'sources' | 'cause' | 'confirmed' | 'restoredFrom';
type DeploymentChanges = Partial<Omit<Deployment, Settled>>;

/** Adds a deployment; false when it would be queued and another one of the project already is. */
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
 * Changes fields of a deployment that has not ended.
 * @returns false when it has ended or does not exist; then nothing is changed
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

/** Updates the progress of a deployment's embeddings, which are made after it has ended. */
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

/** Records that the docs of an ended deployment are also those of a later commit. */
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
 * Makes an unfinished deployment the live one, in the same transaction as its last changes.
 * @returns false when it has ended (by a rollback or by another holder) or does not exist
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

/** The ids of the live deployments, by project; without deleted projects. */
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

/** The live deployment. */
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

/** A deployment as lists show it. */
export type DeploymentSummary = Omit<Deployment, 'logs' | 'steps' | 'contentHash' | 'confirmed'>;

const summaryColumns = [
  ...(['id', 'projectId', 'status', 'summary', 'commit', 'source', 'indexFile', 'progress'] as const),
  ...(['createdAt', 'endedAt', 'cause', 'restoredFrom'] as const),
] as const;

/** A project's deployments, newest first. */
export async function pageOfDeployments(
  store: Store,
  projectId: string,
  page: PageRequest,
): Promise<CountedPage<DeploymentSummary>> {
  const query = store.db.selectFrom('deployments').select(summaryColumns).where('projectId', '=', projectId);
  return newestFirst(query, page, toSummary);
}

/** The newest deployment that read docs and has an index file: the live one if there were no rollbacks. */
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

/** The newest deployment that is over, however it ended. */
export async function findLastEnded(store: Store, projectId: string): Promise<Deployment | undefined> {
  const row = await store.db
    .selectFrom('deployments')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('endedAt', 'is not', null)
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

/** Converts a row to the record that other modules use. */
export function toDeployment(row: Tables['deployments']): Deployment {
  return {
    ...toSummary(row),
    confirmed: row.confirmed === 1,
    logs: JSON.parse(row.logs),
    // Other versions have other steps.
    steps: (JSON.parse(row.steps) as DeploymentStep[]).filter(({ name }) => stepNames.includes(name)),
  };
}

function toSummary<Row extends Pick<Tables['deployments'], 'source' | 'commit' | 'progress'>>({
  source,
  ...row
}: Row) {
  return {
    ...row,
    commit: row.commit === null ? null : JSON.parse(row.commit),
    sources: readSources(source),
    progress: row.progress === null ? null : JSON.parse(row.progress),
  };
}
