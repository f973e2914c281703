import type { UrlMapping } from '../lib/url-mapping.ts';
import type { Forge } from '../forges/forge.ts';
import type { GitAccess } from '../git/git.ts';
import type { Log } from '../lib/log.ts';
import type { Model } from '../models/model.ts';
import type { FileTree } from '../content/sources/file-tree.ts';
import type { JobProof, JobUsage } from '../store/jobs.ts';
import type { PullRequestSettings } from '../store/project-settings.ts';
import type { Store } from '../store/store.ts';
import type { Checker } from './checks/checker.ts';
import type { AgentLimits } from './agent-limits.ts';

/** A project's repository, with the folder of the docs in it. */
export type DocsRepository = {
  forge: Forge;
  docsRoot: string;
  /** The URL mapping of the project's source. */
  urls?: UrlMapping | undefined;
  /** Code that jobs may add, by the project's settings. */ allowCode?: readonly string[];
  /** Read-only repositories. */
  code?: readonly CodeSource[];
  pullRequests?: PullRequestSettings;
  /** The address of a branch's preview; null when it has none. */
  previewUrl?(branch: string, number: string | null): string | null;
};

/** A read-only repository of a project, such as the product's code. */
export type CodeSource = {
  /** The prefix of its paths: `product:src/main.ts`. */
  name: string;
  url: string;
  /** A branch or tag; null for the default branch. */
  ref: string | null;
  access(): Promise<GitAccess>;
};

/** The name of the built-in fixer, in place of a model's. */
export const fixer = 'scripted';

/** A model with its price, or the built-in fixer, which uses no model. */
export type AgentModel =
  | { kind: 'scripted' }
  | { kind: 'model'; model: Model; costMicros(usage: Omit<JobUsage, 'costMicros'>): number };

/** A question, with the pages that should answer it. */
export type ProofQuestion = { question: string; expected: string[] };

/** @param change the files of the docs' repository without and with it. @throws DocentError */
type Prove = (
  projectId: string,
  change: { base: FileTree; head: FileTree },
  questions: readonly ProofQuestion[],
  place: { folder: string; signal: AbortSignal },
) => Promise<{ proof: Omit<JobProof, 'round'>; usage: JobUsage }>;

/** The agent's dependencies. */
export type AgentDeps = {
  store: Store;
  log: Log;
  settings: AgentLimits;
  checker: Checker;
  /** The folder of bare clones, which exist while their jobs are worked on. */
  workFolder: string;
  /** The file with the private key that signs commits; null without one. */
  signingKeyFile: string | null;
  /** @throws ForgeFault */
  openRepository(projectId: string): Promise<DocsRepository>;
  /** The model of new jobs: `provider/name`, or `scripted`. */
  modelName: string;
  /** @throws JobFault `model_not_configured` */
  openModel(name: string): AgentModel;
  /** The project's own search, as text for the model. */
  searchDocs(projectId: string, query: string): Promise<string>;
  /** Asks the docs without and with a change; absent where nothing can be asked. */
  prove?: Prove | undefined;
};
