import { type PageRequest, type Paged, toPage } from './paging.ts';
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
export type DeploymentProgress = { phase: string; done: number; total: number };

/** One try to bring a project's docs into an index. */
export type Deployment = {
  id: string;
  projectId: string;
  status: 'queued' | 'in_progress' | 'success' | 'failure';
  /** One sentence for people. */
  summary: string;
  logs: string[];
  commit: DeploymentCommit | null;
  sources: ProjectSource[];
  /** The file's name in the data directory, once it is built. */
  indexFile: string | null;
  /** SHA-256 (hex) of all that the index was made from. */
  contentHash: string | null;
  progress: DeploymentProgress | null;
  createdAt: number;
  endedAt: number | null;
};

type DeploymentChanges = Partial<Omit<Deployment, 'id' | 'projectId' | 'createdAt' | 'sources'>>;

export async function addDeployment(store: Store, deployment: Deployment): Promise<void> {
  const { sources, ...plain } = deployment;
  await store.db
    .insertInto('deployments')
    .values({
      ...plain,
      logs: JSON.stringify(deployment.logs),
      commit: deployment.commit && JSON.stringify(deployment.commit),
      source: JSON.stringify(sources),
      progress: deployment.progress && JSON.stringify(deployment.progress),
    })
    .execute();
}

/** Changes what is named; false when the project has no such deployment. */
export async function updateDeployment(
  store: Store,
  deployment: { projectId: string; id: string },
  changes: DeploymentChanges,
): Promise<boolean> {
  const { logs, commit, progress, ...plain } = changes;
  const updated = await store.db
    .updateTable('deployments')
    .set({
      ...plain,
      ...(logs && { logs: JSON.stringify(logs) }),
      ...(commit !== undefined && { commit: commit && JSON.stringify(commit) }),
      ...(progress !== undefined && { progress: progress && JSON.stringify(progress) }),
    })
    .where('projectId', '=', deployment.projectId)
    .where('id', '=', deployment.id)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/**
 * Makes a deployment the one that answers, in the same transaction as its last changes.
 * Also the way back to an earlier one.
 * @throws Error when the project has no such deployment
 */
export async function switchDeployment(
  store: Store,
  deployment: { projectId: string; id: string },
  changes: DeploymentChanges = {},
): Promise<void> {
  await inTransaction(store, async (transaction) => {
    const known = await updateDeployment(transaction, deployment, { status: 'success', ...changes });
    if (!known) throw new Error('The project has no such deployment.');
    await transaction.db
      .updateTable('projects')
      .set({ currentDeploymentId: deployment.id })
      .where('id', '=', deployment.projectId)
      .execute();
  });
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
  { limit, after }: PageRequest,
): Promise<Paged<Deployment>> {
  const rows = await store.db
    .selectFrom('deployments')
    .selectAll()
    .where('projectId', '=', projectId)
    .$if(after !== undefined, (query) =>
      query.where((is) => is(is.refTuple('createdAt', 'id'), '<', is.tuple(after!.at, after!.id))),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows.map(toDeployment), limit, ({ createdAt, id }) => ({ at: createdAt, id }));
}

function toDeployment({ source, ...row }: Tables['deployments']): Deployment {
  return {
    ...row,
    logs: JSON.parse(row.logs),
    commit: row.commit === null ? null : JSON.parse(row.commit),
    sources: readSources(source),
    progress: row.progress === null ? null : JSON.parse(row.progress),
  };
}
