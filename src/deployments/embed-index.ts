import { join } from 'node:path';
import type { Log } from '../lib/log.ts';
import type { Embedder } from '../retrieval/embedding/embedder.ts';
import { EmbeddingError } from '../retrieval/embedding/embedding-error.ts';
import { readIndexInfo } from '../retrieval/index-file.ts';
import { addVectors } from '../retrieval/vectors/add-vectors.ts';
import type { VectorCache } from '../retrieval/vectors/vector-cache.ts';
import { listIndexFilesOf } from '../store/deployment-queue.ts';
import {
  type Deployment,
  type DeploymentProgress,
  findCurrentDeployment,
  setProgress,
} from '../store/deployments.ts';
import type { DeploymentStep } from '../store/deploy-tables.ts';
import type { Store } from '../store/store.ts';
import type { DeployDeps } from './deploy-deps.ts';
import { oftenAskedSections } from './often-asked.ts';
import { measureProgress } from './measure-progress.ts';
import { writeProgress } from './write-progress.ts';

export type EmbedDeps = Pick<DeployDeps, 'store' | 'indexFolder' | 'travel'> & {
  log: Log;
  embedder: Embedder;
  cache: VectorCache;
};

const phase = 'Embedding sections';

/** Texts embedded for the first revision, so that meaning counts soon; each next one has twice as many. */
const firstRevision = 512;

/**
 * Gives the project's current index its vectors, in some revisions of its file, each put in the place of the one before
 * in one step. Whoever has that open keeps it. The last one is stored for other servers. When it cannot be done, it is
 * logged, and search stays by words.
 */
export async function embedIndex(
  { store, indexFolder, travel, log, embedder, cache }: EmbedDeps,
  projectId: string,
  onProgress: (progress: DeploymentProgress) => void,
  onRevision: () => void,
  signal: AbortSignal,
): Promise<void> {
  const deployment = await findCurrentDeployment(store, projectId);
  if (deployment?.indexFile == null) return;
  const file = join(indexFolder, deployment.indexFile);
  if ((await travel.bring(deployment.indexFile)) === 'brought') onRevision();
  if (hasVectors(file, embedder)) return travel.publish(deployment.indexFile);
  const step = await beginVectors(store, deployment);
  let latest: DeploymentProgress | null = null;
  const show = () =>
    setProgress(store, deployment, { progress: latest, steps: [...stepsBefore(deployment), step] });
  const write = writeProgress(show);
  const measure = measureProgress((progress) => {
    latest = progress;
    Object.assign(step, { done: progress.done, total: progress.total });
    onProgress(progress);
    write();
  });
  const report = (done: number, total: number) => measure({ phase, done, total });
  try {
    const first = await oftenAskedSections(store, projectId, file);
    for (let most = firstRevision, isComplete = false; !isComplete; most *= 2) {
      const { embedding } = await addVectors(file, file, {
        embedder,
        cache,
        onProgress: report,
        signal,
        first,
        most,
        beforeReplace: () => requireNeeded(store, deployment),
      });
      isComplete = embedding?.complete !== false;
      onRevision();
    }
  } catch (error) {
    if (signal.aborted || error === notNeeded) return;
    step.failed = true;
    const reason = error instanceof EmbeddingError ? error.message : 'The sections could not be embedded.';
    log.warn({ projectId, error }, `${reason} Search goes by words alone.`);
  } finally {
    latest = null;
    if (!signal.aborted) step.endedAt = await store.now();
    await show();
  }
  await travel.publish(deployment.indexFile);
}

/** The last step of a deployment, by whichever server does it; one that was broken off begins again. */
async function beginVectors(store: Store, { steps }: Deployment): Promise<DeploymentStep> {
  const started = steps.find(({ name, endedAt }) => name === 'vectors' && endedAt === null);
  const startedAt = started?.startedAt ?? (await store.now());
  return { name: 'vectors', startedAt, endedAt: null, failed: false, done: null, total: null };
}

const stepsBefore = ({ steps }: Deployment) => steps.filter(({ name }) => name !== 'vectors');

const notNeeded = new Error('No deployment has this index file any more.');

/** Embedding takes long: meanwhile the project may be deleted, or its file collected, and must not come back. */
async function requireNeeded(store: Store, { projectId, indexFile }: Deployment): Promise<void> {
  if (!(await listIndexFilesOf(store, projectId)).includes(indexFile!)) throw notNeeded;
}

function hasVectors(file: string, embedder: Embedder): boolean {
  const { embedding } = readIndexInfo(file);
  return embedding?.model === embedder.id && embedding.complete;
}
