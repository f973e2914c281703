import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Guidance } from '../content/guidance.ts';
import type { ContentWarning } from '../content/page.ts';
import { asDocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { type BuildResult, buildIndex } from '../retrieval/build-index.ts';
import { contentHash } from '../retrieval/content-hash.ts';
import { IndexFileError } from '../retrieval/index-file-error.ts';
import { openIndex, type SearchIndex } from '../retrieval/open-index.ts';
import { type IndexedFile, indexedFiles } from '../retrieval/indexed-files.ts';
import {
  addDeployment,
  type Deployment,
  type DeploymentCommit,
  type DeploymentProgress,
  findCurrentDeployment,
  switchDeployment,
  updateDeployment,
} from '../store/deployments.ts';
import type { Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { type Plan, planPages } from './plan-pages.ts';
import type { SourceRooms } from './open-source.ts';
import { readPages } from './read-pages.ts';
import { type ProjectDocs, readSources } from './read-sources.ts';
import { removeOldIndexes } from './remove-old-indexes.ts';

export type { DeploymentProgress } from '../store/deployments.ts';

export type DeployRooms = { store: Store; indexFolder: string; sources: SourceRooms };

/** What the project's index holds now, and what of it was new. */
export type DeployResult = BuildResult & { warnings: ContentWarning[] };

type DeployOptions = {
  onProgress?: OnProgress | undefined;
  /** The deployment that asked for it; without one, one is recorded when there is something to do. */
  queued?: string | undefined;
};

type OnProgress = (progress: DeploymentProgress) => void;

/** The deployment that answers now, with what its index file holds; no pages when the file cannot be read. */
type Current = { deployment: Deployment; file: string; pages: IndexedFile[] | null };

/** Records that a project's docs are to be read; `deploy` takes it from there. */
export async function queueDeployment(store: Store, project: Project): Promise<string> {
  const id = newId('dpl');
  await addDeployment(store, newDeployment(project, id, await store.now()));
  return id;
}

/**
 * Brings a project's docs into its index: parses what changed, builds a new file beside the old one and switches in
 * one step. When nothing changed nothing is done. On any failure the last good index stays, and the deployment says why.
 * @throws DocentError `not_found` for a source that is missing or holds no docs
 */
export async function deploy(
  rooms: DeployRooms,
  project: Project,
  { onProgress = () => {}, queued }: DeployOptions = {},
): Promise<DeployResult> {
  let id = queued;
  try {
    const current = await readCurrent(rooms, project.id);
    const docs = await readSources(rooms.sources, project, { since: current?.deployment.commit?.sha });
    const files = docs.parts.flatMap((part) => part.files);
    const plan = planPages(files, current?.pages ?? []);
    if (current?.pages && isUnchanged(plan, docs.guidance, current.deployment)) {
      if (id !== undefined)
        await finish(
          rooms.store,
          { projectId: project.id, id },
          'success',
          'Nothing has changed.',
          docs.commit,
        );
      return {
        ...indexInfo(current.file),
        ...noChange,
        unchanged: plan.keep.length,
        warnings: docs.warnings,
      };
    }
    id ??= await queueDeployment(rooms.store, project);
    await updateDeployment(rooms.store, { projectId: project.id, id }, { status: 'in_progress' });
    return await build(rooms, { projectId: project.id, id }, current, docs, plan, onProgress);
  } catch (error) {
    if (id !== undefined) {
      await rm(join(rooms.indexFolder, `${id}.sqlite`), { force: true });
      await finish(rooms.store, { projectId: project.id, id }, 'failure', asDocentError(error).message);
    }
    throw error;
  }
}

const noChange = { added: 0, changed: 0, removed: 0 };

async function finish(
  store: Store,
  deployment: { projectId: string; id: string },
  status: 'success' | 'failure',
  summary: string,
  commit: DeploymentCommit | null = null,
): Promise<void> {
  await updateDeployment(store, deployment, { status, summary, commit, endedAt: await store.now() });
}

async function build(
  { store, indexFolder }: DeployRooms,
  deployment: { projectId: string; id: string },
  current: Current | null,
  docs: ProjectDocs,
  plan: Plan,
  onProgress: OnProgress,
): Promise<DeployResult> {
  const indexFile = `${deployment.id}.sqlite`;
  const file = join(indexFolder, indexFile);
  const warnings = [...docs.warnings];
  const pages = readPages(docs, plan, (warning) => void warnings.push(warning), onProgress);
  const previous = current?.pages ? current.file : undefined;
  const built = await buildIndex(file, pages, { previous, guidance: docs.guidance });
  const { contentHash, added, changed, removed } = built;
  const outcome = {
    status: 'success' as const,
    logs: warnings.map((warning) => `${warning.file}: ${warning.message}`),
    commit: docs.commit,
    endedAt: await store.now(),
  };
  if (current?.deployment.contentHash === contentHash) {
    // The same pages: the current deployment stays, and gets its file back when that was damaged.
    await (current.pages === null ? rename(file, current.file) : rm(file));
    await updateDeployment(store, deployment, { ...outcome, summary: 'Nothing has changed.' });
  } else {
    const summary = `${built.pages} pages: ${added} added, ${changed} changed, ${removed} removed.`;
    await switchDeployment(store, deployment, { ...outcome, summary, indexFile, contentHash });
    await removeOldIndexes(store, indexFolder, deployment.projectId);
  }
  return { ...built, warnings };
}

function isUnchanged({ parse, keep, gone }: Plan, guidance: Guidance, current: Deployment): boolean {
  if (parse.length > 0 || gone > 0) return false;
  const hashes = new Map(keep.map(({ path, hash }) => [path, hash]));
  return contentHash(hashes, JSON.stringify(guidance)) === current.contentHash;
}

async function readCurrent({ store, indexFolder }: DeployRooms, projectId: string): Promise<Current | null> {
  const deployment = await findCurrentDeployment(store, projectId);
  if (deployment?.indexFile == null) return null;
  const file = join(indexFolder, deployment.indexFile);
  try {
    return { deployment, file, pages: indexedFiles(file) };
  } catch (error) {
    if (error instanceof IndexFileError) return { deployment, file, pages: null };
    throw error;
  }
}

function indexInfo(file: string): SearchIndex['info'] {
  const index = openIndex(file);
  index.close();
  return index.info;
}

function newDeployment(project: Project, id: string, createdAt: number): Deployment {
  return {
    id,
    projectId: project.id,
    status: 'queued',
    summary: '',
    logs: [],
    commit: null,
    sources: project.sources,
    indexFile: null,
    contentHash: null,
    progress: null,
    createdAt,
    endedAt: null,
  };
}
