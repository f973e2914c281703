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
import type { Store } from '../store/store.ts';
import { measureProgress } from './measure-progress.ts';
import { writeProgress } from './write-progress.ts';

export type EmbedDeps = {
  store: Store;
  indexFolder: string;
  log: Log;
  embedder: Embedder;
  cache: VectorCache;
};

const phase = 'Embedding sections';

/**
 * Gives the project's current index its vectors: the second revision of its file, put in the place of the first in one
 * step. Whoever has the first open keeps it.
 * @returns whether the file is new; false as well when it cannot be done, which is logged, and search stays by words
 */
export async function embedIndex(
  { store, indexFolder, log, embedder, cache }: EmbedDeps,
  projectId: string,
  onProgress: (progress: DeploymentProgress) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const deployment = await findCurrentDeployment(store, projectId);
  if (deployment?.indexFile == null) return false;
  const file = join(indexFolder, deployment.indexFile);
  if (hasVectors(file, embedder)) return false;
  const write = writeProgress((progress) => setProgress(store, deployment, progress));
  const measure = measureProgress((progress) => {
    onProgress(progress);
    write(progress);
  });
  const report = (done: number, total: number) => measure({ phase, done, total });
  try {
    await addVectors(file, file, {
      embedder,
      cache,
      onProgress: report,
      signal,
      beforeReplace: () => requireNeeded(store, deployment),
    });
    return true;
  } catch (error) {
    if (signal.aborted || error === notNeeded) return false;
    const reason = error instanceof EmbeddingError ? error.message : 'The sections could not be embedded.';
    log.warn({ projectId, error }, `${reason} Search goes by words alone.`);
    return false;
  } finally {
    await setProgress(store, deployment, null);
  }
}

const notNeeded = new Error('No deployment has this index file any more.');

/** Embedding takes long: meanwhile the project may be deleted, or its file collected, and must not come back. */
async function requireNeeded(store: Store, { projectId, indexFile }: Deployment): Promise<void> {
  if (!(await listIndexFilesOf(store, projectId)).includes(indexFile!)) throw notNeeded;
}

function hasVectors(file: string, embedder: Embedder): boolean {
  const { embedding } = readIndexInfo(file);
  return embedding?.model === embedder.id && embedding.complete;
}
