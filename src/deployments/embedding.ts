import type { DeploymentProgress } from '../store/deployments.ts';
import { requestWork } from '../store/work.ts';
import type { WorkKind } from '../work/work-kind.ts';
import { embedIndex, type EmbedDeps } from './embed-index.ts';
import type { LiveIndexes } from './live-indexes.ts';

const name = 'embedding';

type OnProgress = (progress: DeploymentProgress) => void;

/** Gives index files their vectors. */
export type Embedding = {
  /** In the background, one project after the other: they would only share the same cores. */
  kind: WorkKind;
  /** Has a project's index embedded soon. Never throws. */
  request(projectId: string, onProgress?: OnProgress): void;
  /** Resolves when the project's index has its vectors, or cannot get them. */
  now(projectId: string, onProgress?: OnProgress): Promise<void>;
  close(): Promise<void>;
};

/** @param place this server when its files do not travel, '' when any may do it for all */
export function createEmbedding(deps: EmbedDeps, indexes: LiveIndexes, place: string): Embedding {
  const told = new Map<string, OnProgress>();
  const stop = new AbortController();
  const embed = (projectId: string, onProgress: OnProgress, signal: AbortSignal) =>
    embedIndex(deps, projectId, onProgress, () => indexes.reopen(projectId), signal);
  return {
    kind: {
      name,
      maxAtOnce: 1,
      retryAfterMs: [60_000, 600_000],
      async handle({ subject }, signal) {
        await embed(subject, (progress) => told.get(subject)?.(progress), signal);
        signal.throwIfAborted();
        told.delete(subject);
      },
    },
    request(projectId, onProgress) {
      if (onProgress !== undefined) told.set(projectId, onProgress);
      requestWork(deps.store, { kind: name, subject: projectId, place, projectId }).catch((error: unknown) =>
        deps.log.warn({ projectId, error }, 'sections not embedded'),
      );
    },
    now: (projectId, onProgress = () => {}) => embed(projectId, onProgress, stop.signal),
    async close() {
      stop.abort();
      await deps.embedder.close();
      deps.cache.close();
    },
  };
}
