import type { UrlMapping } from '../lib/url-mapping.ts';
import type { Forge } from '../forges/forge.ts';
import type { GitAccess } from '../git/git.ts';
import type { Log } from '../lib/log.ts';
import type { Model } from '../models/model.ts';
import type { JobUsage } from '../store/jobs.ts';
import type { PullRequestSettings } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import type { Checker } from './checks/checker.ts';
import type { AgentLimits } from './agent-limits.ts';

/** A project's repository, with the folder of the docs in it. */
export type OpenForge = {
  forge: Forge;
  docsRoot: string;
  /** How files become addresses, by the project's source. */
  urls?: UrlMapping | undefined;
  /** Code that jobs may add, by the project's settings. */ allowCode?: readonly string[];
  /** Repositories that jobs read and never change. */
  code?: readonly CodeSource[];
  pullRequests?: PullRequestSettings;
  /** Where the docs of a branch can be looked at; null when that is nowhere. */
  previewUrl?(branch: string, number: string | null): string | null;
};

/** A read-only repository of a project, such as the product's code. */
export type CodeSource = {
  /** What its files are called by: `product:src/main.ts`. */
  name: string;
  url: string;
  /** A branch or tag; null for the default branch. */
  ref: string | null;
  access(): Promise<GitAccess>;
};

/** The name of the built-in fixer where a model's is expected. */
export const fixer = 'scripted';

/** A model that edits, with what it costs; or the built-in fixer, which needs none. */
export type AgentModel =
  | { kind: 'scripted' }
  | { kind: 'model'; model: Model; costMicros(usage: Omit<JobUsage, 'costMicros'>): number };

/** What the agent is given of the rest of the product. */
export type AgentDeps = {
  store: Store;
  log: Log;
  settings: AgentLimits;
  checker: Checker;
  /** Bare clones live here while their jobs are worked on. */
  workFolder: string;
  /** The file with the private key that signs commits; null when there is none. */
  signingKeyFile: string | null;
  /** @throws ForgeFault */
  openForge(projectId: string): Promise<OpenForge>;
  /** The model that new jobs get: `provider/name`, or `scripted`. */
  modelName: string;
  /** @throws JobFault `model_not_configured` */
  openModel(name: string): AgentModel;
  /** The project's own search, as text for the model. */
  searchDocs(projectId: string, query: string): Promise<string>;
};
