import { join } from 'node:path';
import { DocentError } from '../errors.ts';
import { openIndex, type OpenOptions, type SearchIndex } from '../retrieval/open-index.ts';
import { type Deployment, findCurrentDeployment } from '../store/deployments.ts';
import type { Store } from '../store/store.ts';

/** The docs as one request sees them, from its first to its last moment. */
export type Lease = AsyncDisposable & {
  index: SearchIndex;
  deployment: { id: string; commit: string | null };
};

/** The open index files of this process. */
export type LiveIndexes = {
  /**
   * The project's current index. A running answer keeps the one that it began with.
   * @throws DocentError `not_ready` while the project has none that opens
   */
  lease(project: { id: string; currentDeploymentId: string | null }): Promise<Lease>;
  /** Opens the project's current index before the first request asks for it. */
  warm(project: { id: string; currentDeploymentId: string | null }): Promise<void>;
  /** The project's file was replaced by its next revision: new requests get that one. */
  reopen(projectId: string): void;
  anyOpen(): boolean;
  close(): void;
};

type Live = { index: SearchIndex; deployment: Deployment; users: number };

/**
 * @param folder holds the index files
 * @param embedderFor the embedder of a model, for files that have its vectors
 */
export function createLiveIndexes(
  store: Store,
  folder: string,
  embedderFor: OpenOptions['embedderFor'],
): LiveIndexes {
  const live = new Map<string, Live>();
  const dropIfUnused = (projectId: string, opened: Live) => {
    if (opened.users === 0 && live.get(projectId) !== opened) opened.index.close();
  };
  const replace = (projectId: string, deployment: Deployment): Live => {
    const index = open(join(folder, deployment.indexFile!), embedderFor);
    const opened = { index, deployment, users: 0 };
    const before = live.get(projectId);
    live.set(projectId, opened);
    if (before !== undefined) dropIfUnused(projectId, before);
    return opened;
  };
  const current = async (project: { id: string; currentDeploymentId: string | null }): Promise<Live> => {
    const known = live.get(project.id);
    if (known !== undefined && known.deployment.id === project.currentDeploymentId) return known;
    const deployment = await findCurrentDeployment(store, project.id);
    if (deployment?.indexFile == null) throw notReady();
    const before = live.get(project.id);
    if (before?.deployment.id === deployment.id) return before;
    return replace(project.id, deployment);
  };
  return {
    async lease(project) {
      const lent = await current(project);
      lent.users += 1;
      const { index, deployment } = lent;
      return {
        index,
        deployment: { id: deployment.id, commit: deployment.commit?.sha ?? null },
        async [Symbol.asyncDispose]() {
          lent.users -= 1;
          dropIfUnused(project.id, lent);
        },
      };
    },
    async warm(project) {
      await current(project);
    },
    reopen(projectId) {
      const before = live.get(projectId);
      if (before === undefined) return;
      replace(projectId, before.deployment);
    },
    anyOpen: () => live.size > 0,
    close() {
      for (const { index } of live.values()) index.close();
      live.clear();
    },
  };
}

function open(file: string, embedderFor: OpenOptions['embedderFor']): SearchIndex {
  try {
    return openIndex(file, embedderFor && { embedderFor });
  } catch (cause) {
    throw notReady(cause);
  }
}

function notReady(cause?: unknown): DocentError {
  const headers = { 'retry-after': '5' };
  return new DocentError('not_ready', 'The docs are still being indexed. Please try again in a moment.', {
    cause,
    headers,
  });
}
