import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { createCopies } from '../deployments/copy-deployment.ts';
import { createIndexTravel, noTravel } from '../deployments/index-travel.ts';
import { createLiveIndexes } from '../deployments/live-indexes.ts';
import { mendIndex } from '../deployments/mend-index.ts';
import type { SourceDeps } from '../deployments/open-source.ts';
import { createRevisions } from '../deployments/revisions.ts';
import { trimIndexCache } from '../deployments/trim-index-cache.ts';
import { folderFiles } from '../files/folder-files.ts';
import { openFileStore } from '../files/open-file-store.ts';
import type { Log } from '../lib/log.ts';
import type { Embedder } from '../retrieval/embedding/embedder.ts';
import type { Reranker } from '../retrieval/rerank/reranker.ts';
import { openVectorCache } from '../retrieval/vectors/vector-cache.ts';
import type { Store } from '../store/store.ts';

type Options = {
  config: Config;
  log: Log;
  store: Store;
  indexFolder: string;
  embedder: Embedder | null;
  reranker: Reranker | null;
  /** Whether this process computes vectors that an index lacks. */
  computesVectors(): boolean;
};

/** The path from docs to open index files: sources, the builders of files, and the files in use. */
export async function openIndexing(options: Options) {
  const { config, log, store, indexFolder, embedder, reranker, computesVectors } = options;
  const files = await openFileStore(config.indexStore, store);
  const pushedFiles = files ?? folderFiles(join(config.dataFolder, 'pushed'));
  const sources: SourceDeps = {
    sourceFolder: join(config.dataFolder, 'sources'),
    knownHashes: new Map(),
    forges: config.forges,
    credentials: config.sources.credentials,
    ssh: config.sources.ssh,
    privateHosts: config.sources.privateHosts,
    notionUrl: config.sources.notionUrl,
    pushed: { store, files: pushedFiles, isShared: files !== null },
  };
  const openFiles = () => [...indexes.open().values()].map(({ file }) => file);
  const cacheLimits = { maxBytes: config.indexCacheBytes, open: openFiles };
  const travel =
    files === null
      ? noTravel
      : createIndexTravel(store, files, indexFolder, () => trimIndexCache(store, indexFolder, cacheLimits));
  const deployDeps = { store, indexFolder, travel, sources, log };
  /** This server's id, when its files are not shared. */
  const place = `${hostname()}:${resolve(config.dataFolder)}`;
  const revise = (projectId: string) => revisions.request(projectId);
  const copies = createCopies(deployDeps, place, revise);
  const indexes = createLiveIndexes(store, indexFolder, {
    embedderFor: (model) => (embedder?.id === model ? embedder : undefined),
    reranking: reranker ? { reranker, log } : undefined,
    bring: travel.bring,
    onMissing: (projectId, file) => {
      const build = () => copies.request(projectId);
      travel.bring(file).then((brought) => brought === 'none' && build(), build);
    },
    onDamaged: (projectId, file) => void mendIndex({ indexFolder, travel, log, copies }, projectId, file),
    max: config.openIndexes,
    onWithoutVectors: (projectId) => computesVectors() && embedder !== null && revise(projectId),
  });
  const vectors = embedder && { embedder, cache: openVectorCache(join(config.dataFolder, 'vectors.sqlite')) };
  const reviseDeps = { store, indexFolder, travel, log, vectors };
  const revisions = createRevisions(reviseDeps, indexes, travel.travels ? '' : place);
  return { files, sources, travel, deployDeps, place, copies, indexes, revisions, vectors, reranker };
}

export type Indexing = Awaited<ReturnType<typeof openIndexing>>;
