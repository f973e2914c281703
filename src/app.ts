import { join } from 'node:path';
import { createStreamCaps } from './accounts/stream-caps.ts';
import { openReaderTokens } from './accounts/reader-token.ts';
import { agentLimits } from './agent/agent-limits.ts';
import { openAgent } from './agent/open-agent.ts';
import { searchForAgent } from './agent/search-for-agent.ts';
import { createKeptAnswers } from './assistant/kept-answers.ts';
import { createLifeCycle, type LifeCycle, type Running } from './app/life-cycle.ts';
import { makeFolders, openDatabase } from './app/open-database.ts';
import { openIndexing } from './app/open-indexing.ts';
import { openLanguageModels } from './app/open-language-models.ts';
import { workKinds } from './app/work-kinds.ts';
import type { Config } from './config.ts';
import { previewDomain } from './deployments/deploy-preview.ts';
import { gitAccess } from './deployments/git-access.ts';
import { grantedSources } from './deployments/granted-sources.ts';
import type { Deps } from './http/deps.ts';
import { createWebBuild } from './http/web/web-build.ts';
import { createLog } from './lib/log.ts';
import { createMailer } from './notify/mail.ts';
import type { NotifyDeps } from './notify/notify.ts';
import type { ProofDeps } from './proof/prove.ts';
import { proveForAgent } from './proof/prove-for-agent.ts';
import { openEmbedder } from './retrieval/embedding/open-embedder.ts';
import { openReranker } from './retrieval/rerank/open-reranker.ts';
import { openOAuth } from './accounts/oauth/open-oauth.ts';
import { shortPage, shortPageHeaders } from './http/web/short-page.ts';
import type { Store } from './store/store.ts';
import type { NewTurn } from './store/turns.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** What the server and the commands work with. */
export type App = Deps &
  LifeCycle & {
    /** What a change is proven with. */
    proof: ProofDeps;
    /** Sets the public address, once it is known. */
    listensAt(url: string): void;
  };

/**
 * Opens the state and wires all modules; nothing listens yet.
 * @throws DocentError `not_ready` when the data folder or the database cannot be used, `invalid_request` for a model
 *   that cannot be opened
 */
export async function openApp(config: Config): Promise<App> {
  const log = createLog(config.logLevel, config.secrets);
  const { dataFolder } = config;
  const indexFolder = join(dataFolder, 'indexes');
  makeFolders(dataFolder, indexFolder);
  const { models, agentModel, ask } = await openLanguageModels(config, log);
  const modelFolder = join(dataFolder, 'models');
  const reranker = openReranker({ ...config.rerank, folder: modelFolder }, ask);
  const embedder = await openEmbedder({ ...config.embedding, folder: modelFolder });
  const store = await openDatabase(config, log);
  const running: Running = { background: null, engine: null };
  let address = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const indexing = await openIndexing({
    config,
    log,
    store,
    indexFolder,
    embedder,
    reranker,
    computesVectors: () => running.background !== null,
  });
  const { sources, travel, indexes, revisions } = indexing;
  const proof = { ...indexing.deployDeps, config, log, models, vectors: indexing.vectors };
  const metrics = config.metricsToken === undefined ? null : await openMetrics(store);
  const readers = openReaderTokens(store, config.sources.privateHosts);
  const oauth = openOAuth(store, () => address, readers, {
    renderError: (message) => ({ body: shortPage('This did not work', message), headers: shortPageHeaders }),
    onError: (error) => log.error({ error }, 'the authorization server failed'),
  });
  const agent = openAgent({
    store,
    log,
    dataFolder,
    settings: { ...agentLimits, budget: config.agent.budget, concurrency: config.agent.concurrency },
    accounts: config.forges,
    model: agentModel,
    prices: config.answers.prices,
    searchDocs: searchForAgent(store, indexes.lease),
    prove: proveForAgent(proof),
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
  // Loaded with the first answer.
  let tracing: Promise<typeof import('./telemetry/trace-turn.ts')> | undefined;
  const onTurn = (turn: NewTurn) => {
    metrics?.turn(turn);
    tracing ??= import('./telemetry/trace-turn.ts');
    void tracing.then(({ traceTurn }) => traceTurn(turn));
  };
  const publicUrl = () => address;
  const parts = { config, log, store, models, ask, embedder, indexing, agent, notify, publicUrl, onTurn };
  const kinds = workKinds(parts);
  const keptAnswers = createKeptAnswers(store, log);
  return {
    ...createLifeCycle(running, { config, log, store, indexing, agent, readers, oauth, keptAnswers, kinds }),
    config,
    log,
    store,
    streamCaps: createStreamCaps(config.streamCaps),
    resumeCaps: createStreamCaps(config.streamCaps),
    keptAnswers,
    readers,
    oauth,
    notify,
    metrics,
    onTurn,
    indexes,
    proof,
    indexFolder,
    travel,
    sources,
    revisions,
    dashboard: createWebBuild('dashboard', { dataFolder, log }),
    widget: createWebBuild('widget', { dataFolder, log }),
    agent,
    models,
    listensAt(url) {
      address = config.publicUrl ?? url;
    },
    publicUrl,
  };
}

async function openMetrics(store: Store): Promise<Metrics> {
  const { createMetrics } = await import('./telemetry/metrics.ts');
  return createMetrics(store);
}
