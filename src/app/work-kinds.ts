import { retentionKind } from '../accounts/apply-retention.ts';
import { openTurnsKind } from '../accounts/close-open-turns.ts';
import { gapKind } from '../agent/gaps/follow-gap.ts';
import type { Agent } from '../agent/open-agent.ts';
import { pullRequestKind } from '../agent/pulls/follow-pull-request.ts';
import { statedFacts } from '../agent/stated-facts.ts';
import { scheduleKind } from '../agent/triggers/schedule-kind.ts';
import { triggerKind, waitingTriggerKind } from '../agent/triggers/trigger-kind.ts';
import { gapsKind } from '../analytics/group-new-questions.ts';
import { questionVectors } from '../analytics/question-vectors.ts';
import { channelKind } from '../channels/answer-question.ts';
import { socketKind } from '../channels/socket-kind.ts';
import { answerUnrecorded } from '../assistant/answer-unrecorded.ts';
import type { Config } from '../config.ts';
import { deploymentKind } from '../deployments/deployment-kind.ts';
import { pollKind } from '../deployments/poll-projects.ts';
import { requestDeployment } from '../deployments/request-deployment.ts';
import { pushedTextsKind } from '../deployments/sweep-pushed-texts.ts';
import { storedIndexesKind } from '../deployments/sweep-stored-indexes.ts';
import type { Log } from '../lib/log.ts';
import type { Model } from '../models/model.ts';
import { notificationsKind, type NotifyDeps } from '../notify/notify.ts';
import { resetMailKind } from '../notify/reset-mail.ts';
import type { Embedder } from '../retrieval/embedding/embedder.ts';
import { wakeGaps } from '../store/gap-loops.ts';
import { makeLaterIndexes } from '../store/later-indexes.ts';
import { findOrganization } from '../store/organizations.ts';
import type { Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import type { NewTurn } from '../store/turns.ts';
import { renewPageMonths } from '../store/turn-pages.ts';
import type { WorkKind } from '../work/work-kind.ts';
import type { Indexing } from './open-indexing.ts';

type Parts = {
  config: Config;
  log: Log;
  store: Store;
  models: Model[];
  ask: ((system: string, prompt: string, signal: AbortSignal) => Promise<string>) | null;
  embedder: Embedder | null;
  indexing: Indexing;
  agent: Agent;
  notify: NotifyDeps;
  publicUrl(): string;
  onTurn(turn: NewTurn): void;
};

/** Every kind of background work. */
export function workKinds(parts: Parts): WorkKind[] {
  const { config, log, store, ask, embedder, indexing, agent, notify } = parts;
  const { deployDeps, copies, revisions, sources, files } = indexing;
  const onDeployed = (projectId: string) => {
    wakeGaps(store, projectId).catch((error: unknown) => log.warn({ projectId, error }, 'gaps not woken'));
    return revisions.request(projectId);
  };
  return [
    ...agent.kinds,
    gapKind({
      ...agent.deps,
      ask: (project, text, signal) => answerGap(parts, project, text, signal),
      deploy: (project, cause) => requestDeployment(store, project, { cause }),
    }),
    triggerKind({
      ...agent.deps,
      readAccess: agent.readAccess,
      factsOf: (project) => factsOf(parts, project),
    }),
    waitingTriggerKind(store),
    pullRequestKind(agent.deps),
    scheduleKind(store),
    deploymentKind({ ...deployDeps, onDeployed }),
    copies.kind,
    revisions.kind,
    pollKind(deployDeps, config.pollMinutes),
    gapsKind(store, { vectors: () => questionVectors(embedder), ask }),
    pageSumsKind(store),
    channelKind({
      ...parts,
      lease: (project) => indexing.indexes.lease(project),
    }),
    socketKind(parts),
    notificationsKind(notify),
    resetMailKind(notify),
    retentionKind(store, config, log),
    openTurnsKind(store, log),
    ...(store.kind === 'postgres' ? [laterIndexesKind(store)] : []),
    pushedTextsKind(sources.pushed),
    ...(files ? [storedIndexesKind(store, files)] : []),
  ];
}

async function factsOf({ indexing }: Parts, project: Project) {
  if (project.currentDeploymentId === null) return [];
  await using docs = await indexing.indexes.lease(project);
  return statedFacts(docs.index);
}

/** Asks a gap's question again, once its job's change is live. */
async function answerGap(parts: Parts, project: Project, text: string, signal: AbortSignal) {
  const { config, log, store, models, indexing } = parts;
  await using docs = await indexing.indexes.lease(project);
  const organization = (await findOrganization(store, project.organizationId))!;
  const scope = { organization, project, ...docs, protocol: 'gap', requestId: 'gap' };
  const answered = await answerUnrecorded({ store, models, log, config }, scope, text, signal);
  const { status, answer, sources: citations } = answered;
  return { status, answer, citations, deploymentId: docs.deployment.id };
}

/** Renews the sums of pages that long periods are read from, every day, on one server at a time. */
function pageSumsKind(store: Store): WorkKind {
  return {
    name: 'page-sums',
    maxAtOnce: 1,
    schedule: { firstMs: 60_000, everyMs: 24 * 3600_000 },
    retryAfterMs: [],
    handle: async () => renewPageMonths(store, await store.now()),
  };
}

/** Creates the indexes that migrations postponed, on one server, while all of them answer. */
function laterIndexesKind(store: Store): WorkKind {
  return {
    name: 'later-indexes',
    maxAtOnce: 1,
    schedule: { firstMs: 0, everyMs: 5 * 60_000 },
    retryAfterMs: [],
    handle: (_, signal) => makeLaterIndexes(store, signal),
  };
}
