import { join } from 'node:path';
import type { Log } from '../lib/log.ts';
import type { Embedder } from '../retrieval/embedding/embedder.ts';
import { EmbeddingError } from '../retrieval/embedding/embedding-error.ts';
import { languageAdvice, sampleTexts } from '../retrieval/embedding/language-advice.ts';
import { readIndexInfo } from '../retrieval/index-file.ts';
import { addVectors } from '../retrieval/vectors/add-vectors.ts';
import type { VectorCache } from '../retrieval/vectors/vector-cache.ts';
import { type DeploymentProgress, findCurrentDeployment, type Deployment } from '../store/deployments.ts';
import { isFullError } from '../store/disk-full.ts';
import type { DeployDeps } from './deploy-deps.ts';
import { oftenAskedSections } from './often-asked.ts';
import { reportWork } from './report-work.ts';
import { listIndexFilesOf } from '../store/deployment-queue.ts';
import type { Store } from '../store/store.ts';

const notNeeded = new Error('No deployment has this index file any more.');

/** Long work on a file may outlive the project or the deployment; then the file must not come back. */
async function requireNeeded(store: Store, { projectId, indexFile }: Deployment): Promise<void> {
  if (!(await listIndexFilesOf(store, projectId)).includes(indexFile!)) throw notNeeded;
}

/** What embeddings need: a model, and a place to keep the vectors. */
export type VectorDeps = { embedder: Embedder; cache: VectorCache };

export type IndexDeps = Pick<DeployDeps, 'store' | 'indexFolder' | 'travel'> & { log: Log };

const phase = 'Embedding sections';

/** Texts in the first revision, so that semantic search starts early; each further revision has twice as many. */
const firstRevision = 512;

type Embedding = {
  onProgress: (progress: DeploymentProgress) => void;
  onRevision: () => void;
  signal: AbortSignal;
  /** These sections alone are embedded, in one revision. */
  only?: ReadonlySet<number> | undefined;
};

/**
 * Embeds the project's current index in several revisions of its file. Each replaces the previous one atomically; open
 * files stay readable. The last revision is stored for other servers. A failure is logged, and search stays lexical.
 */
export async function embedIndex(
  { store, indexFolder, travel, log, embedder, cache }: IndexDeps & VectorDeps,
  projectId: string,
  { onProgress, onRevision, signal, only }: Embedding,
): Promise<void> {
  const deployment = await findCurrentDeployment(store, projectId);
  if (deployment?.indexFile == null) return;
  const file = join(indexFolder, deployment.indexFile);
  if ((await travel.bring(deployment.indexFile)) === 'brought') onRevision();
  if (hasVectors(file, embedder)) return travel.publish(deployment.indexFile);
  const work = only === undefined ? await reportWork(store, deployment, 'vectors', onProgress) : null;
  let failed = false;
  let total: number | undefined;
  const advice = only === undefined ? languageAdvice(sampleTexts(file), embedder) : null;
  if (advice !== null) log.warn({ projectId }, advice);
  try {
    const first = only ?? (await oftenAskedSections(store, projectId, file));
    for (let max = only?.size ?? firstRevision, isComplete = false; !isComplete; max *= 2) {
      const { embedding } = await addVectors(file, file, {
        embedder,
        cache,
        onProgress: (done, left) => {
          // Each revision counts what is left.
          total ??= left;
          return work?.report({ phase, done: total - left + done, total });
        },
        signal,
        first,
        max,
        beforeReplace: () => requireNeeded(store, deployment),
      });
      isComplete = only !== undefined || embedding?.complete !== false;
      onRevision();
    }
  } catch (error) {
    if (signal.aborted || error === notNeeded) return;
    failed = true;
    const reason = error instanceof EmbeddingError ? error.message : 'The sections could not be embedded.';
    log.warn({ projectId, error }, `${reason} Search is lexical only.`);
    // Work that is tried again.
    if (isFullError(error)) throw error;
  } finally {
    await work?.end({ failed, isBrokenOff: signal.aborted });
  }
  if (only === undefined) await travel.publish(deployment.indexFile);
}

function hasVectors(file: string, embedder: Embedder): boolean {
  const { embedding } = readIndexInfo(file);
  return embedding?.model === embedder.id && embedding.complete;
}
