import type { DeploymentProgress } from '../store/deployments.ts';
import { embedIndex, type EmbedDeps } from './embed-index.ts';
import type { LiveIndexes } from './live-indexes.ts';

/** Embeds projects in the background, one after the other: they would only share the same cores. */
export type EmbeddingQueue = {
  /** Resolves when the project's index has its vectors, or cannot get them. Never rejects. */
  add(projectId: string, onProgress?: (progress: DeploymentProgress) => void): Promise<void>;
  close(): Promise<void>;
};

export function createEmbeddingQueue(deps: EmbedDeps, indexes: LiveIndexes): EmbeddingQueue {
  const stop = new AbortController();
  let last: Promise<void> = Promise.resolve();
  const embed = async (projectId: string, onProgress: (progress: DeploymentProgress) => void) => {
    if (stop.signal.aborted) return;
    try {
      const reopen = () => indexes.reopen(projectId);
      await embedIndex(deps, projectId, onProgress, reopen, stop.signal);
    } catch (error) {
      deps.log.warn({ projectId, error }, 'sections not embedded');
    }
  };
  return {
    add(projectId, onProgress = () => {}) {
      last = last.then(() => embed(projectId, onProgress));
      return last;
    },
    async close() {
      stop.abort();
      await last;
      await deps.embedder.close();
      deps.cache.close();
    },
  };
}
