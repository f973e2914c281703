import { existsSync, statSync, utimesSync } from 'node:fs';
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
  /** The projects with an open index, whose deployment it is, and its file. */
  open(): Map<string, { deploymentId: string; file: string }>;
  /** The project is gone. */
  drop(projectId: string): void;
  anyOpen(): boolean;
  close(): void;
};

type Live = {
  index: SearchIndex;
  deployment: Deployment;
  users: number;
  /** Tells its file from one that took its name. */
  identity: string;
  checkedAt: number;
};

type ProjectRef = Parameters<LiveIndexes['lease']>[0];

/** How often it is looked whether another process put a file's next revision in its place. */
const checkEveryMs = 1_000;

export type LiveIndexOptions = {
  /** The embedder of a model, for files that have its vectors. */
  embedderFor?: OpenOptions['embedderFor'];
  reranking?: OpenOptions['reranking'];
  /** Has a file that is not here brought, when that can be done soon. */
  bring?: (indexFile: string) => Promise<unknown>;
  /** Told when the current deployment has no file here that opens. Until there is one, the one before answers. */
  onMissing?: (projectId: string, indexFile: string) => void;
  /** Told when an index was opened that has no vectors yet, or not of all its sections. */
  onWithoutVectors?: (projectId: string) => void;
  /** What is open at once; what was longest not asked for is closed, and opened again in some milliseconds. */
  most?: { files: number; bytes: number };
};

const defaultMost = { files: 200, bytes: 2e9 };

/** @param folder holds the index files */
export function createLiveIndexes(
  store: Store,
  folder: string,
  {
    embedderFor,
    reranking,
    bring = async () => {},
    onMissing = () => {},
    onWithoutVectors = () => {},
    most = defaultMost,
  }: LiveIndexOptions = {},
): LiveIndexes {
  /** Those last that were asked for last. */
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
    // First, since it rounds the times that tell files apart.
    noteOpened(path);
    const identity = identityOf(path);
    const index = openFile(path, { ...(embedderFor && { embedderFor }), reranking });
    const opened = { index, deployment, users: 0, identity, checkedAt: performance.now() };
    const before = live.get(projectId);
    live.delete(projectId);
    live.set(projectId, opened);
    if (before !== undefined) dropIfUnused(projectId, before);
    closeLongestUnused();
    if (index.info.embedding?.complete !== true) onWithoutVectors(projectId);
    return opened;
  };
  const closeLongestUnused = () => {
    let bytes = [...live.values()].reduce((sum, { index }) => sum + index.info.bytes, 0);
    for (const [projectId, opened] of live) {
      if (live.size === 1 || (live.size <= most.files && bytes <= most.bytes)) return;
      bytes -= opened.index.info.bytes;
      live.delete(projectId);
      dropIfUnused(projectId, opened);
    }
  };
  /** The next revision of the same deployment's file, once it is there. */
  const newest = (projectId: string, known: Live): Live => {
    const now = performance.now();
    if (known.checkedAt + checkEveryMs > now) return known;
    known.checkedAt = now;
    const identity = identityOf(join(folder, known.deployment.indexFile!));
    if (identity === '' || identity === known.identity) return known;
    try {
      return replace(projectId, known.deployment);
    } catch {
      return known;
    }
  };
  // Nothing may come between finding an index and lending it: whoever replaces it closes what nobody uses.
  const lend = (projectId: string, found: Live): Live => {
    found.users += 1;
    if (live.delete(projectId)) live.set(projectId, found);
    return found;
  };
  const lendCurrent = async (project: ProjectRef): Promise<Live> => {
    const known = live.get(project.id);
    if (known !== undefined && known.deployment.id === project.currentDeploymentId) {
      return lend(project.id, newest(project.id, known));
    }
    const deployment = await findCurrentDeployment(store, project.id);
    if (deployment?.indexFile == null) throw notReady();
    // With nothing to answer from, waiting for the file is better than refusing.
    if (!live.has(project.id) && !existsSync(join(folder, deployment.indexFile)))
      await bring(deployment.indexFile).catch(() => {});
    const before = live.get(project.id);
    if (before?.deployment.id === deployment.id) return lend(project.id, before);
    try {
      return lend(project.id, replace(project.id, deployment));
    } catch (error) {
      onMissing(project.id, deployment.indexFile);
      if (before === undefined) throw error;
      return lend(project.id, before);
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
    open: () =>
      new Map(
        [...live].map(([projectId, { deployment }]) => [
          projectId,
          { deploymentId: deployment.id, file: deployment.indexFile! },
        ]),
      ),
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

/** A file's time of access says when it was opened last, as the cache of files wants to know. */
function noteOpened(path: string): void {
  const known = statSync(path, { throwIfNoEntry: false });
  if (known !== undefined) utimesSync(path, new Date(), known.mtime);
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
