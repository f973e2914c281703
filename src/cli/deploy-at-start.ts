import type { App } from '../app.ts';
import { IndexFileError } from '../retrieval/index-file-error.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import { formatVersion } from '../retrieval/index-schema.ts';
import { requestDeploymentWork } from '../store/deployment-queue.ts';
import { type DeploymentProgress, findCurrentDeployment } from '../store/deployments.ts';
import type { Project } from '../store/projects.ts';
import { asDocentError } from '../errors.ts';
import { deploy } from '../deployments/deploy.ts';
import type { DeployResult } from '../deployments/deploy-deps.ts';
import { shareFolders } from '../deployments/share-folders.ts';

/**
 * Deploys a project's current docs. When that fails, the docs of its last deployment stay live, and the reason is
 * printed. When those cannot be restored here either, the server starts without them, because it may have other
 * projects, and requests their restoration.
 * @throws DocentError when there is no earlier deployment
 */
export async function deployAtStart(
  app: App,
  project: Project,
  onProgress: (progress: DeploymentProgress) => void,
): Promise<DeployResult> {
  const stored = await storedDocs(app, project);
  if (stored !== null) return stored;
  try {
    return await deploy(app, project, { onProgress, signal: app.stopped });
  } catch (error) {
    if (app.stopped.aborted) throw error;
    const docs = await app.indexes.lease(project).catch(() => null);
    if (docs === null && waitsForPush(project, error)) return nothingYet;
    const hadDocs = (await findCurrentDeployment(app.store, project.id)) !== undefined;
    if (docs === null && !hadDocs) throw error;
    const then =
      docs === null
        ? 'There are no docs until they can be read again.'
        : 'The docs of the last deployment answer.';
    console.error(`docent: ${asDocentError(error).message} ${then}`);
    if (docs === null) return nothingYet;
    await using last = docs;
    return storedResult(last.index);
  }
}

/**
 * Serves the stored deployment at once and looks for newer docs in the background.
 * @returns null without a stored deployment
 */
async function storedDocs(
  { indexes, travel, store, config, sources, log }: App,
  project: Project,
): Promise<DeployResult | null> {
  const docs = travel.travels ? await indexes.lease(project).catch(() => null) : null;
  if (docs === null) return null;
  await using stored = docs;
  const isNew = await shareFolders(sources, project).catch((error: unknown) => {
    log.warn({ projectId: project.id, error }, 'folder not shared');
    return false;
  });
  if (isNew || config.role !== 'web') await requestDeploymentWork(store, project.id, 'start');
  return storedResult(stored.index);
}

const nothingYet: DeployResult = {
  formatVersion,
  contentHash: '',
  pages: 0,
  sections: 0,
  embedding: null,
  bytes: 0,
  added: 0,
  changed: 0,
  removed: 0,
  unchanged: 0,
  warnings: [],
};

/** The summary of a stored deployment: its size, and the warnings in its index. */
export function storedResult({ info, health }: Pick<SearchIndex, 'info' | 'health'>): DeployResult {
  const found = (['fallback', 'warning'] as const).flatMap((kind) => findingsOf(health, kind));
  const warnings = found.map(({ kind, file, text }) => ({
    file,
    message: text,
    ...(kind === 'fallback' && { fellBack: true as const }),
  }));
  return { ...info, added: 0, changed: 0, removed: 0, unchanged: info.pages, warnings };
}

/** No warnings for a damaged index: it answers what it can, and is built again. */
function findingsOf(health: SearchIndex['health'], kind: 'fallback' | 'warning') {
  try {
    return health({ kind })?.findings ?? [];
  } catch (error) {
    if (error instanceof IndexFileError) return [];
    throw error;
  }
}

/** Pushed docs come after the server has started. */
function waitsForPush({ sources }: Project, error: unknown): boolean {
  return sources.some(({ kind }) => kind === 'pushed') && asDocentError(error).code === 'not_found';
}
