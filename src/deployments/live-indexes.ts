import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DocentError } from '../errors.ts';
import { openIndex, type OpenOptions, type SearchIndex } from '../retrieval/open-index.ts';
import { type Deployment, findCurrentDeployment } from '../store/deployments.ts';
import type { Store } from '../store/store.ts';

/** The docs as one request sees them, from its first to its last moment. */
export type Lease = AsyncDisposable & {
  index: SearchIndex;
  /** `deployedAt` is in milliseconds since 1970. */
  deployment: { id: string; commit: string | null; deployedAt: number | null };
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
  /** The projects with an open index, and whose deployment it is. */
  open(): Map<string, string>;
  /** The project is gone. */
  drop(projectId: string): void;
  anyOpen(): boolean;
  close(): void;
};

type Live = { index: SearchIndex; deployment: Deployment; users: number; file: string; checkedAt: number };

type ProjectRef = Parameters<LiveIndexes['lease']>[0];

/** How often it is looked whether another process put a file's next revision in its place. */
const checkEveryMs = 1_000;

export type LiveIndexOptions = {
  /** The embedder of a model, for files that have its vectors. */
  embedderFor?: OpenOptions['embedderFor'];
  reranking?: OpenOptions['reranking'];
  /** Told when the current deployment has no file here that opens. Until there is one, the one before answers. */
  onMissing?: (projectId: string) => void;
  /** Told when an index was opened that has no vectors yet, or not of all its sections. */
  onWithoutVectors?: (projectId: string) => void;
};

/** @param folder holds the index files */
export function createLiveIndexes(
  store: Store,
  folder: string,
  { embedderFor, reranking, onMissing = () => {}, onWithoutVectors = () => {} }: LiveIndexOptions = {},
): LiveIndexes {
  const live = new Map<string, Live>();
  const dropIfUnused = (projectId: string, opened: Live) => {
    if (opened.users === 0 && live.get(projectId) !== opened) opened.index.close();
  };
  const release = (projectId: string, lent: Live) => {
    lent.users -= 1;
    dropIfUnused(projectId, lent);
  };
  const replace = (projectId: string, deployment: Deployment): Live => {
    const path = join(folder, deployment.indexFile!);
    const file = identityOf(path);
    const index = openFile(path, { ...(embedderFor && { embedderFor }), reranking });
    const opened = { index, deployment, users: 0, file, checkedAt: performance.now() };
    const before = live.get(projectId);
    live.set(projectId, opened);
    if (before !== undefined) dropIfUnused(projectId, before);
    if (index.info.embedding?.complete !== true) onWithoutVectors(projectId);
    return opened;
  };
  /** The next revision of the same deployment's file, once it is there. */
  const newest = (projectId: string, known: Live): Live => {
    const now = performance.now();
    if (known.checkedAt + checkEveryMs > now) return known;
    known.checkedAt = now;
    const file = identityOf(join(folder, known.deployment.indexFile!));
    if (file === '' || file === known.file) return known;
    try {
      return replace(projectId, known.deployment);
    } catch {
      return known;
    }
  };
  // Nothing may come between finding an index and lending it: whoever replaces it closes what nobody uses.
  const lend = (found: Live): Live => {
    found.users += 1;
    return found;
  };
  const lendCurrent = async (project: ProjectRef): Promise<Live> => {
    const known = live.get(project.id);
    if (known !== undefined && known.deployment.id === project.currentDeploymentId) {
      return lend(newest(project.id, known));
    }
    const deployment = await findCurrentDeployment(store, project.id);
    if (deployment?.indexFile == null) throw notReady();
    const before = live.get(project.id);
    if (before?.deployment.id === deployment.id) return lend(before);
    try {
      return lend(replace(project.id, deployment));
    } catch (error) {
      onMissing(project.id);
      if (before === undefined) throw error;
      return lend(before);
    }
  };
  return {
    async lease(project) {
      const lent = await lendCurrent(project);
      const { index, deployment } = lent;
      return {
        index,
        deployment: {
          id: deployment.id,
          commit: deployment.commit?.sha ?? null,
          deployedAt: deployment.endedAt,
        },
        async [Symbol.asyncDispose]() {
          release(project.id, lent);
        },
      };
    },
    async warm(project) {
      release(project.id, await lendCurrent(project));
    },
    reopen(projectId) {
      const before = live.get(projectId);
      if (before !== undefined) replace(projectId, before.deployment);
    },
    open: () => new Map([...live].map(([projectId, { deployment }]) => [projectId, deployment.id])),
    drop(projectId) {
      const before = live.get(projectId);
      live.delete(projectId);
      if (before !== undefined) dropIfUnused(projectId, before);
    },
    anyOpen: () => live.size > 0,
    close() {
      for (const { index } of live.values()) index.close();
      live.clear();
    },
  };
}

/** Tells one file from another that took its name; '' for none. */
function identityOf(path: string): string {
  const known = statSync(path, { throwIfNoEntry: false });
  return known === undefined ? '' : `${known.ino}:${known.mtimeMs}:${known.size}`;
}

function openFile(file: string, options: OpenOptions): SearchIndex {
  try {
    return openIndex(file, options);
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
