import type { DeploymentProgress } from '../store/deployments.ts';
import { requestWork } from '../store/work.ts';
import type { WorkKind } from '../work/work-kind.ts';
import { embedIndex, type IndexDeps, type VectorDeps } from './embed-index.ts';
import type { LiveIndexes } from './live-indexes.ts';

/** The stored name of this kind of work. */
const name = 'embedding';

/** `vectors`: null when search is lexical only. */
type ReviseDeps = IndexDeps & { vectors: VectorDeps | null };

type OnProgress = (progress: DeploymentProgress) => void;

/** Adds to live index files what takes longer: vectors. */
export type Revisions = {
  /** Runs in the background, one project at a time: all of them share the same cores. */
  kind: WorkKind;
  /** Queues a project's index. Never throws. */
  request(projectId: string, onProgress?: OnProgress): void;
  /** Resolves when the project's index is complete, or cannot be completed. */
  now(projectId: string, onProgress?: OnProgress): Promise<void>;
  /** Embeds these sections alone, for the one question of a command. */
  some(projectId: string, sections: ReadonlySet<number>): Promise<void>;
  close(): Promise<void>;
};

/** @param place this server when its files are not shared, '' when any server may do the work for all */
export function createRevisions(deps: ReviseDeps, indexes: LiveIndexes, place: string): Revisions {
  const told = new Map<string, OnProgress>();
  const stop = new AbortController();
  const revise = async (
    projectId: string,
    onProgress: OnProgress,
    signal: AbortSignal,
    only?: ReadonlySet<number>,
  ) => {
    const { vectors, ...others } = deps;
    const onRevision = () => indexes.reopen(projectId);
    if (vectors !== null)
      await embedIndex({ ...others, ...vectors }, projectId, { onProgress, onRevision, signal, only });
  };
  return {
    kind: {
      name,
      maxAtOnce: 1,
      retryAfterMs: [60_000, 600_000, 3_600_000, 36_000_000],
      async handle({ subject }, signal) {
        await revise(subject, (progress) => told.get(subject)?.(progress), signal);
        signal.throwIfAborted();
        told.delete(subject);
      },
    },
    request(projectId, onProgress) {
      if (onProgress !== undefined) told.set(projectId, onProgress);
      requestWork(deps.store, { kind: name, subject: projectId, place, projectId }).catch((error: unknown) =>
        deps.log.warn({ projectId, error }, 'index not revised'),
      );
    },
    some: (projectId, sections) => revise(projectId, () => {}, stop.signal, sections),
    now: (projectId, onProgress = () => {}) => revise(projectId, onProgress, stop.signal),
    async close() {
      stop.abort();
      await deps.vectors?.embedder.close();
      deps.vectors?.cache.close();
    },
  };
}
