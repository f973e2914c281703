import type { KeptAnswers } from '../assistant/kept-answers.ts';
import type { Agent } from '../agent/open-agent.ts';
import type { Config } from '../config.ts';
import type { Log } from '../lib/log.ts';
import type { Model } from '../models/model.ts';
import type { IndexTravel } from '../deployments/index-travel.ts';
import type { Revisions } from '../deployments/revisions.ts';
import type { LiveIndexes } from '../deployments/live-indexes.ts';
import type { SourceDeps } from '../deployments/open-source.ts';
import type { OAuth } from '../accounts/oauth/open-oauth.ts';
import type { ReaderTokens } from '../accounts/reader-token.ts';
import type { StreamCaps } from '../accounts/stream-caps.ts';
import type { Store } from '../store/store.ts';
import type { NotifyDeps } from '../notify/notify.ts';
import type { NewTurn } from '../store/turns.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { WebBuild } from './web/web-build.ts';

/** What the HTTP server needs from the rest of Docent. */
export type Deps = {
  config: Config;
  log: Log;
  store: Store;
  streamCaps: StreamCaps;
  /** Of resumed streams, whose answers count already. */
  resumeCaps: StreamCaps;
  keptAnswers: KeptAnswers;
  readers: ReaderTokens;
  oauth: OAuth;
  notify: NotifyDeps;
  /** Null when nobody may read them. */
  metrics: Metrics | null;
  indexes: LiveIndexes;
  revisions: Revisions;
  agent: Agent;
  dashboard: WebBuild;
  widget: WebBuild;
  indexFolder: string;
  travel: IndexTravel;
  sources: SourceDeps;
  /** The public address of this server. */
  publicUrl(): string;
  /** In the order in which they are tried. */
  models: readonly Model[];
  /** Called with every turn when it is over. */
  onTurn(turn: NewTurn): void;
  /** True shortly before the server stops, so that load balancers send requests elsewhere; it still serves. */
  draining(): boolean;
  /** True once the server accepts no new requests. */
  stopping(): boolean;
  /** Aborts when a stopping server waits no longer for answers to end. */
  interrupted: AbortSignal;
};
