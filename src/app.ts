import { chmodSync, mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { fixer } from './agent/deps.ts';
import { openAgent } from './agent/open-agent.ts';
import { searchForAgent } from './agent/search-for-agent.ts';
import { agentLimits } from './agent/agent-limits.ts';
import { openTurnsKind } from './accounts/close-open-turns.ts';
import { retentionKind } from './accounts/apply-retention.ts';
import { openReaderTokens } from './accounts/reader-token.ts';
import { createStreamCaps } from './accounts/stream-caps.ts';
import type { Config } from './config.ts';
import { DocentError } from './errors.ts';
import { createWebBuild } from './http/web/web-build.ts';
import type { Deps } from './http/deps.ts';
import { gapsKind } from './analytics/group-new-questions.ts';
import { pageSumsKind } from './analytics/page-sums-kind.ts';
import { questionVectors } from './analytics/question-vectors.ts';
import { folderFiles } from './files/folder-files.ts';
import { openFileStore } from './files/open-file-store.ts';
import { createLog } from './lib/log.ts';
import { isDamagedFile } from './lib/sqlite-damage.ts';
import { pullRequestKind } from './agent/pulls/follow-pull-request.ts';
import { scheduleKind } from './agent/triggers/schedule-kind.ts';
import { triggerKind } from './agent/triggers/trigger-kind.ts';
import { type GapDeps, gapKind } from './agent/gaps/follow-gap.ts';
import { answerUnrecorded } from './assistant/answer-unrecorded.ts';
import { requestDeployment } from './deployments/request-deployment.ts';
import { wakeGaps } from './store/gap-loops.ts';
import { findOrganization } from './store/organizations.ts';
import { type Background, startBackground } from './deployments/background.ts';
import { createCopies } from './deployments/copy-deployment.ts';
import { previewDomain } from './deployments/deploy-preview.ts';
import { deploymentKind } from './deployments/deployment-kind.ts';
import { askModel } from './models/ask-model.ts';
import { askPatiently } from './models/ask-patiently.ts';
import { createMailer } from './notify/mail.ts';
import { type NotifyDeps, notificationsKind } from './notify/notify.ts';
import type { Model } from './models/model.ts';
import { costMicros, isPriced } from './models/price.ts';
import { openModels } from './models/registry.ts';
import { mendIndex } from './deployments/mend-index.ts';
import { createRevisions } from './deployments/revisions.ts';
import { createIndexTravel, noTravel } from './deployments/index-travel.ts';
import { createLiveIndexes } from './deployments/live-indexes.ts';
import { gitAccess } from './deployments/git-access.ts';
import { grantedSources } from './deployments/granted-sources.ts';
import type { SourceDeps } from './deployments/open-source.ts';
import { pollKind } from './deployments/poll-projects.ts';
import { stopReason } from './deployments/stop-reason.ts';
import { pushedTextsKind } from './deployments/sweep-pushed-texts.ts';
import { storedIndexesKind } from './deployments/sweep-stored-indexes.ts';
import { trimIndexCache } from './deployments/trim-index-cache.ts';
import { openEmbedder } from './retrieval/embedding/open-embedder.ts';
import type { Expander } from './retrieval/expansion/expander.ts';
import { questionTerms } from './retrieval/question-terms.ts';
import { openReranker } from './retrieval/rerank/open-reranker.ts';
import { openVectorCache } from './retrieval/vectors/vector-cache.ts';
import { isBreaking } from './store/migrations.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { type Engine, startEngine } from './work/engine.ts';
import { laterIndexesKind } from './work/later-indexes-kind.ts';
import type { WorkKind } from './work/work-kind.ts';

/** Wires all modules; the only file that imports every one of them. */
export type App = Deps & {
  indexFolder: string;
  sources: SourceDeps;
  /**
   * Starts background work: jobs, deployments, polling, watching.
   * @param only kinds of background work; by default all
   */
  start(only?: string[]): Promise<void>;
  /** Sets the public address, once it is known. */
  listensAt(url: string): void;
  /** From now on `/readyz` returns 503, so that load balancers use other servers. */
  drain(): void;
  /** Starts nothing new from now on. */
  stop(): void;
  /** Aborts on `stop` and `close`; await running deployments before `close`. */
  stopped: AbortSignal;
  close(): Promise<void>;
};

/**
 * Opens the state and wires the dependencies; nothing listens yet.
 * @throws DocentError `not_ready` when the data folder or the database cannot be used, `invalid_request` for a model
 *   that cannot be opened
 */
export async function openApp(config: Config): Promise<App> {
  const log = createLog(config.logLevel, config.secrets);
  const indexFolder = join(config.dataFolder, 'indexes');
  // Files created from here on are private to the user who runs the server.
  process.umask(0o077);
  makeFolder(config.dataFolder);
  makeFolder(indexFolder);
  const models = await openModels(config.models, questionTerms);
  const agentModel = await openAgentModel(config);
  const writer = models.find(({ provider }) => provider !== 'docent');
  const ask = writer
    ? async (system: string, prompt: string, signal: AbortSignal) =>
        (await askModel(writer, system, prompt, signal)).text
    : null;
  const reranker = openReranker(config.rerank, ask);
  const embedder = await openEmbedder({ ...config.embedding, folder: join(config.dataFolder, 'models') });
  const store = await openStore({
    url: config.databaseUrl,
    maxConnections: config.databaseConnections,
    thread: config.databaseThread,
    secretKey: config.secretKey,
    onMigrate: (migrations) =>
      log.warn(
        { migrations },
        migrations.some(isBreaking)
          ? 'The database of an earlier Docent is migrated now. That version cannot open it afterwards: only a backup restores it.'
          : 'The database of an earlier Docent is migrated now. That version can still open it.',
      ),
  }).catch((cause: unknown) => {
    if (cause instanceof DocentError) throw cause;
    const message = isDamagedFile(cause)
      ? 'The database is damaged. Restore a backup: npx docent restore FILE --data FOLDER.'
      : 'The database cannot be opened. Check DOCENT_DATABASE_URL, the data folder and DOCENT_SECRET_KEY.';
    throw new DocentError('not_ready', message, { cause });
  });
  const embedderFor = (model: string) => (embedder?.id === model ? embedder : undefined);
  let background: Background | null = null;
  let engine: Engine | null = null;
  let draining = false;
  const files = await openFileStore(config.indexStore, store);
  const pushedFiles = files ?? folderFiles(join(config.dataFolder, 'pushed'));
  const sources: SourceDeps = {
    sourceFolder: join(config.dataFolder, 'sources'),
    knownHashes: new Map(),
    forges: config.forges,
    credentials: config.sources.credentials,
    ssh: config.sources.ssh,
    privateHosts: config.sources.privateHosts,
    pushed: { store, files: pushedFiles, isShared: files !== null },
  };
  const stop = new AbortController();
  const openFiles = () => [...indexes.open().values()].map(({ file }) => file);
  const cacheLimits = { maxBytes: config.indexCacheBytes, open: openFiles };
  const travel =
    files === null
      ? noTravel
      : createIndexTravel(store, files, indexFolder, () => trimIndexCache(store, indexFolder, cacheLimits));
  const deployDeps = { store, indexFolder, travel, sources, log };
  const vectors = embedder && { embedder, cache: openVectorCache(join(config.dataFolder, 'vectors.sqlite')) };
  const expander = writer ? expanderOf(writer, config) : null;
  const place = `${hostname()}:${resolve(config.dataFolder)}`;
  const revise = (projectId: string) => revisions.request(projectId);
  const copies = createCopies(deployDeps, place, revise);
  const indexes = createLiveIndexes(store, indexFolder, {
    embedderFor,
    reranking: reranker ? { reranker, log } : undefined,
    bring: travel.bring,
    onMissing: (projectId, file) => {
      const build = () => copies.request(projectId);
      travel.bring(file).then((brought) => brought === 'none' && build(), build);
    },
    onDamaged: (projectId, file) => void mendIndex({ indexFolder, travel, log, copies }, projectId, file),
    max: config.openIndexes,
    onWithoutVectors: (projectId) => background !== null && embedder !== null && revise(projectId),
  });
  const reviseDeps = { store, indexFolder, travel, log, expander, vectors };
  const revisions = createRevisions(reviseDeps, indexes, travel.travels ? '' : place);
  const metrics = config.metricsToken === undefined ? null : await openMetrics(store);
  const readers = openReaderTokens(store, config.sources.privateHosts);
  let address = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const agent = openAgent({
    store,
    log,
    dataFolder: config.dataFolder,
    settings: { ...agentLimits, budget: config.agent.budget, concurrency: config.agent.concurrency },
    accounts: config.forges,
    model: agentModel,
    prices: config.answers.prices,
    searchDocs: searchForAgent(store, indexes.lease),
    readAccess: async ({ url, trusted }, project) =>
      gitAccess({ kind: 'git', url, trusted }, await grantedSources({ store, sources }, project)),
    publicUrl: () => address,
    signingKeyFile: config.agent.signingKeyFile,
    previewDomain,
  });
  const notify: NotifyDeps = {
    store,
    log,
    mail: config.mail && createMailer(config.mail.url, config.mail.from),
    privateHosts: config.sources.privateHosts,
    dashboard: () => address,
    creditsPerMonth: config.answers.creditsPerMonth,
  };
  const gapDeps: GapDeps = {
    ...agent.deps,
    async ask(project, text, signal) {
      await using docs = await indexes.lease(project);
      const organization = (await findOrganization(store, project.organizationId))!;
      const scope = { organization, project, ...docs, protocol: 'gap', requestId: 'gap' };
      const {
        status,
        answer,
        sources: citations,
      } = await answerUnrecorded({ store, models, log, config }, scope, text, signal);
      return { status, answer, citations, deploymentId: docs.deployment.id };
    },
    deploy: (project, cause) => requestDeployment(store, project, { cause }),
  };
  const onDeployed = (projectId: string) => {
    wakeGaps(store, projectId).catch((error: unknown) => log.warn({ projectId, error }, 'gaps not woken'));
    return revise(projectId);
  };
  const kinds: WorkKind[] = [
    agent.kind,
    gapKind(gapDeps),
    triggerKind({ ...agent.deps, readAccess: agent.readAccess }),
    pullRequestKind(agent.deps),
    scheduleKind(store),
    deploymentKind({ ...deployDeps, onDeployed }),
    copies.kind,
    revisions.kind,
    pollKind(deployDeps, config.pollMinutes),
    gapsKind(store, {
      vectors: () => questionVectors(embedder),
      ask,
    }),
    pageSumsKind(store),
    notificationsKind(notify),
    retentionKind(store, config, log),
    openTurnsKind(store, log),
    ...(store.kind === 'postgres' ? [laterIndexesKind(store)] : []),
    pushedTextsKind(sources.pushed),
    ...(files ? [storedIndexesKind(store, files)] : []),
  ];
  return {
    config,
    log,
    store,
    streamCaps: createStreamCaps(config.streamCaps),
    readers,
    notify,
    metrics,
    onTurn(turn) {
      metrics?.turn(turn);
      // Loaded with the first answer.
      void import('./telemetry/trace-turn.ts').then(({ traceTurn }) => traceTurn(turn));
    },
    indexes,
    indexFolder,
    travel,
    sources,
    revisions,
    expander,
    dashboard: createWebBuild('dashboard', { dataFolder: config.dataFolder, log }),
    widget: createWebBuild('widget', { dataFolder: config.dataFolder, log }),
    agent,
    models,
    async start(only) {
      // Every server builds its own missing files, whatever its role.
      const wanted = only ?? (config.role === 'web' ? [copies.kind.name] : undefined);
      const begun = kinds.filter(({ name }) => wanted?.includes(name) ?? true);
      if (begun.includes(agent.kind)) await agent.prepare();
      if (only === undefined) {
        const { dataFolder, watch, pollMinutes } = config;
        background = await startBackground({ ...deployDeps, indexes }, { dataFolder, watch, pollMinutes });
        await background.watch();
      }
      engine = await startEngine(store, { kinds: begun, place, log });
    },
    listensAt(url) {
      address = config.publicUrl ?? url;
    },
    publicUrl: () => address,
    draining: () => draining,
    drain() {
      draining = true;
    },
    stopping: () => stop.signal.aborted,
    stopped: stop.signal,
    stop() {
      stop.abort(stopReason);
      void engine?.stop(stopReason);
    },
    async close() {
      stop.abort(stopReason);
      await engine?.stop(stopReason);
      agent.close();
      await background?.stop();
      await revisions.close();
      await readers.close();
      indexes.close();
      files?.close();
      await store.close();
    },
  };
}

async function openMetrics(store: Store): Promise<Metrics> {
  const { createMetrics } = await import('./telemetry/metrics.ts');
  return createMetrics(store);
}

/** The model of the docs agent, else the first language model; null for the built-in fixer. */
async function openAgentModel({ agent, models }: Config) {
  const name = agent.model ?? models.names.find((each) => each !== 'extractive');
  if (name === undefined || name === fixer) return null;
  const [model] = await openModels({ ...models, names: [name] }, questionTerms);
  return { name, model: model! };
}

/** The expansion model: the one that writes answers. */
function expanderOf(model: Model, { answers: { prices }, expansionMaxDollars }: Config): Expander {
  return {
    model: `${model.provider}/${model.modelId}`,
    maxDollars: expansionMaxDollars,
    costOf: (usage) => (isPriced(model, prices) ? costMicros(model, usage, prices) : null),
    ask: (system, prompt, maxOutputTokens, signal) =>
      askPatiently(model, system, prompt, signal, { maxOutputTokens }),
  };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch (cause) {
    throw new DocentError(
      'not_ready',
      `The data folder ${folder} cannot be written. Choose another with --data.`,
      { cause },
    );
  }
}
