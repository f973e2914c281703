import { existsSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { DocentError } from '../errors.ts';
import { waitAtMost } from '../lib/wait-at-most.ts';
import { openIndex, type OpenOptions, type SearchIndex } from '../retrieval/open-index.ts';
import { type Deployment, findCurrentDeployment } from '../store/deployments.ts';
import type { Store } from '../store/store.ts';
import { createIndexPool } from './index-pool.ts';
import { openCopy } from './open-copy.ts';

/** The docs as one request sees them, from its start to its end. */
export type Lease = AsyncDisposable & {
  index: SearchIndex;
  /** `deployedAt` is in milliseconds since 1970. */
  deployment: { id: string; commit: string | null; deployedAt: number | null };
};

/** The index files that this process has open. */
export type LiveIndexes = {
  /**
   * The project's current index. A running answer keeps the index that it started with.
   * @throws DocentError `not_ready` while no index of the project can be opened
   */
  lease(project: { id: string; currentDeploymentId: string | null }): Promise<Lease>;
  /** Opens the project's current index before the first request. */
  warm(project: { id: string; currentDeploymentId: string | null }): Promise<void>;
  /** Call when a revision has replaced the project's file, so that new requests use it. */
  reopen(projectId: string): void;
  /** The projects with an open index, its deployment and its file. */
  open(): Map<string, { deploymentId: string; file: string }>;
  /** Call when the project was deleted. */
  drop(projectId: string): void;
  /** Whether any open index is undamaged. */
  anyWhole(): boolean;
  /** Whether the project's open index is undamaged; a damaged one answers only in part. */
  isWhole(projectId: string): boolean;
  close(): void;
};

type Live = {
  index: SearchIndex;
  deployment: Deployment;
  users: number;
  /** Identifies the file, to notice when another one has taken its name. */
  identity: string;
  checkedAt: number;
  isDamaged: boolean;
};

type ProjectRef = Parameters<LiveIndexes['lease']>[0];

/** How often to check whether another process has replaced a file with its next revision. */
const checkEveryMs = 1_000;

/** How long a request waits for a download, which continues without it. A new server should answer in 5 s. */
const bringMs = 10_000;

export type LiveIndexOptions = {
  /** The embedder for a model id, for files with vectors of that model. */
  embedderFor?: OpenOptions['embedderFor'];
  reranking?: OpenOptions['reranking'];
  /** Fetches a file that is missing here, when that is quick. */
  bring?: (indexFile: string) => Promise<unknown>;
  /** Called when the current deployment has no usable file here. Until it does, the previous deployment answers. */
  onMissing?: (projectId: string, indexFile: string) => void;
  /** Called when a file turns out to be damaged. If it is open, it answers what it can until another is in its place. */
  onDamaged?: (projectId: string, indexFile: string) => void;
  /** Called when an opened index lacks vectors for some or all of its sections. */
  onWithoutVectors?: (projectId: string) => void;
  /** Limits of what is open at once. The least recently used index is closed; reopening takes milliseconds. */
  max?: { files: number; bytes: number };
};

const defaultMax = { files: 100, bytes: 2e9 };

/** @param folder holds the index files */
export function createLiveIndexes(
  store: Store,
  folder: string,
  {
    embedderFor,
    reranking,
    bring = async () => {},
    onMissing = () => {},
    onDamaged = () => {},
    onWithoutVectors = () => {},
    max = defaultMax,
  }: LiveIndexOptions = {},
): LiveIndexes {
  const pool = createIndexPool<Live>(max);

  function replace(projectId: string, deployment: Deployment): Live {
    const path = join(folder, deployment.indexFile!);
    // Must come first, because it rounds the times that identify files.
    noteOpened(path);
    const identity = identityOf(path);
    const noteDamage = () => {
      opened.isDamaged = true;
      // By now another file may have the same name.
      if (inodeOf(identityOf(path)) === inodeOf(identity)) onDamaged(projectId, deployment.indexFile!);
    };
    const index = openFile(path, { ...(embedderFor && { embedderFor }), reranking, onDamaged: noteDamage });
    const checkedAt = performance.now();
    const opened: Live = { index, deployment, users: 0, identity, checkedAt, isDamaged: false };
    pool.put(projectId, opened);
    if (index.info.embedding?.complete !== true) onWithoutVectors(projectId);
    return opened;
  }

  /** The next revision of the same deployment's file, once it exists. */
  function newest(projectId: string, known: Live): Live {
    const now = performance.now();
    if (known.checkedAt + checkEveryMs > now) return known;
    known.checkedAt = now;
    const identity = identityOf(join(folder, known.deployment.indexFile!));
    if (identity === '' || identity === known.identity) return known;
    try {
      return replace(projectId, known.deployment);
    } catch (error) {
      askFor(projectId, known.deployment, error);
      return known;
    }
  }

  function askFor(projectId: string, { indexFile }: Deployment, error: unknown): void {
    (isCorrupt(error) ? onDamaged : onMissing)(projectId, indexFile!);
  }

  // No await between finding an index and leasing it: a replacement closes unused indexes.
  async function lendCurrent({ id, currentDeploymentId }: ProjectRef): Promise<Live> {
    const known = pool.get(id);
    if (known !== undefined && known.deployment.id === currentDeploymentId)
      return pool.lend(id, newest(id, known));
    const deployment = await findCurrentDeployment(store, id);
    if (deployment?.indexFile == null) throw notReady();
    // Without any index to answer from, waiting for the file is better than refusing.
    if (!pool.has(id) && !existsSync(join(folder, deployment.indexFile)))
      await waitAtMost(bringMs, bring(deployment.indexFile));
    const before = pool.get(id);
    if (before?.deployment.id === deployment.id) return pool.lend(id, before);
    try {
      return pool.lend(id, replace(id, deployment));
    } catch (error) {
      askFor(id, deployment, error);
      if (before === undefined) throw error;
      return pool.lend(id, before);
    }
  }

  return {
    async lease(project) {
      const lent = await lendCurrent(project);
      const { id, commit, endedAt } = lent.deployment;
      return {
        index: lent.index,
        deployment: { id, commit: commit?.sha ?? null, deployedAt: endedAt },
        async [Symbol.asyncDispose]() {
          pool.release(project.id, lent);
        },
      };
    },
    async warm(project) {
      pool.release(project.id, await lendCurrent(project));
    },
    reopen(projectId) {
      const before = pool.get(projectId);
      if (before !== undefined) replace(projectId, before.deployment);
    },
    open: () =>
      new Map(
        pool
          .entries()
          .map(([projectId, { deployment }]) => [
            projectId,
            { deploymentId: deployment.id, file: deployment.indexFile! },
          ]),
      ),
    drop: pool.drop,
    anyWhole: () => pool.entries().some(([, { isDamaged }]) => !isDamaged),
    isWhole: (projectId) => pool.get(projectId)?.isDamaged === false,
    close: pool.close,
  };
}

/** Records the last use in the file's access time, which the index cache reads. */
function noteOpened(path: string): void {
  const known = statSync(path, { throwIfNoEntry: false });
  if (known !== undefined) utimesSync(path, new Date(), known.mtime);
}

/** Identifies a file among those that have had its name; '' for none. */
function identityOf(path: string): string {
  const known = statSync(path, { throwIfNoEntry: false });
  return known === undefined ? '' : `${known.ino}:${known.mtimeMs}:${known.size}`;
}

const inodeOf = (identity: string) => identity.split(':')[0];

function isCorrupt(error: unknown): boolean {
  return (
    error instanceof DocentError && (error.cause as { problem?: unknown } | undefined)?.problem === 'corrupt'
  );
}

function openFile(file: string, options: OpenOptions): SearchIndex {
  try {
    return process.platform === 'win32' ? openCopy(file, options) : openIndex(file, options);
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
