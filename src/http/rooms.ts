import type { Agent } from '../agent/open-agent.ts';
import type { Config } from '../config.ts';
import type { Log } from '../lib/log.ts';
import type { Model } from '../models/model.ts';
import type { LiveIndexes } from '../publish/live-indexes.ts';
import type { Project } from '../accounts/projects.ts';
import type { StreamCaps } from '../accounts/stream-caps.ts';
import type { Store } from '../store/store.ts';
import type { Dashboard } from './dashboard/dashboard.ts';

/** What the HTTP room is given of the rest of the house. */
export type Rooms = {
  config: Config;
  log: Log;
  store: Store;
  streamCaps: StreamCaps;
  indexes: LiveIndexes;
  agent: Agent;
  dashboard: Dashboard;
  /** Brings a project's docs into its index, in the background; what goes wrong is told by its deployment. */
  startDeployment(project: Project): Promise<string>;
  /** In the order in which they are tried. */
  models: readonly Model[];
  /** True from the moment that the server was told to stop. */
  stopping(): boolean;
};
