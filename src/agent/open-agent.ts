import { join } from 'node:path';
import { ForgeFault } from '../git/forge-fault.ts';
import { type LocalForge, openLocal } from '../forges/local.ts';
import { type ForgeAccounts, openRemote } from '../forges/open-remote.ts';
import type { Log } from '../lib/log.ts';
import type { Model } from '../models/model.ts';
import { costMicros, type Price } from '../models/price.ts';
import { findOrganization } from '../store/organizations.ts';
import { findProjectById, type Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { createChecker } from './checks/checker.ts';
import { createInProcessQueue } from './in-process-queue.ts';
import { JobFault } from './job-fault.ts';
import type { JobQueue } from './job-queue.ts';
import type { AgentModel, AgentDeps, OpenForge } from './deps.ts';
import type { AgentLimits } from './limits.ts';
import { startWorker, type Worker } from './worker.ts';

/** The docs agent of this process: takes orders at once, and works on jobs from `start` to `stop`. */
export type Agent = {
  deps: AgentDeps;
  /** Says that a job has work. */
  wake(jobId: string): Promise<void>;
  /** Ends the work on a job at once, when it is here. */
  abort(jobId: string): void;
  /** The forge of a project whose docs are a folder of this machine. @throws ForgeFault */
  openLocalForge(project: Project): Promise<LocalForge | null>;
  start(): Promise<void>;
  /** Hands over what is under way. */
  stop(): Promise<void>;
};

export type AgentOptions = {
  store: Store;
  log: Log;
  dataFolder: string;
  databaseUrl: string;
  settings: AgentLimits;
  accounts: ForgeAccounts;
  /** Null: jobs get the built-in fixer. */
  model: { name: string; model: Model } | null;
  prices: Record<string, Price>;
  searchDocs: AgentDeps['searchDocs'];
  /** Where people reach this server, for links to local pull requests. */
  publicUrl(): string;
};

const fixer = 'scripted';

export function openAgent(options: AgentOptions): Agent {
  const { store, log, dataFolder, settings, accounts, model, prices, publicUrl } = options;
  const checker = createChecker();
  let queue: JobQueue | null = null;
  let worker: Worker | null = null;

  async function openLocalForge(project: Project): Promise<LocalForge | null> {
    const [source] = project.sources;
    if (project.settings.repository !== undefined || source?.kind !== 'folder') return null;
    const organization = await findOrganization(store, project.organizationId);
    const page = `${publicUrl()}/${organization?.slug}/${project.domain}/jobs`;
    return openLocal({
      folder: source.path,
      dataFolder,
      pageUrl: (branch) => `${page}/${jobOfBranch(branch)}`,
    });
  }

  async function openForge(projectId: string): Promise<OpenForge> {
    const project = (await findProjectById(store, projectId))!;
    const local = await openLocalForge(project);
    if (local !== null) return { forge: local, docsRoot: local.docsRoot };
    const { url, docsRoot } = repositoryOf(project);
    return { forge: await openRemote(url, accounts), docsRoot };
  }

  function openModel(name: string): AgentModel {
    if (name === fixer) return { kind: 'scripted' };
    if (model?.name !== name) {
      throw new JobFault(
        'model_not_configured',
        `The model ${name} is not set up on this server. Set DOCENT_AGENT_MODEL and its key, then create the job again.`,
      );
    }
    return {
      kind: 'model',
      model: model.model,
      costMicros: (usage) => costMicros(model.model, usage, prices),
    };
  }

  const deps: AgentDeps = {
    store,
    log,
    settings,
    checker,
    workFolder: join(dataFolder, 'jobs'),
    openForge,
    modelName: model?.name ?? fixer,
    openModel,
    searchDocs: options.searchDocs,
  };
  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    await worker?.stop();
    await checker.close();
  }
  return {
    deps,
    // Without a queue nobody works here: the tables tell those who do.
    wake: async (jobId) => queue?.wake(jobId),
    abort: (jobId) => worker?.abort(jobId),
    openLocalForge,
    async start() {
      queue = store.kind === 'sqlite' ? createInProcessQueue() : await openBossQueue(options);
      worker = await startWorker(deps, queue);
    },
    stop: () => (stopped ??= stop()),
  };
}

/** The connected repository, or the one that the docs come from when our credentials may be used on it. */
function repositoryOf({ settings, sources: [source] }: Project): { url: string; docsRoot: string } {
  if (settings.repository !== undefined) return settings.repository;
  if (source?.kind === 'git' && source.trusted === true)
    return { url: source.url, docsRoot: source.root ?? '' };
  throw new ForgeFault(
    'repository_not_found',
    'No repository is connected to this project. Connect one with `docent projects connect`.',
  );
}

async function openBossQueue({ databaseUrl, log }: AgentOptions): Promise<JobQueue> {
  const { openPgBossQueue } = await import('./pg-boss-queue.ts');
  return openPgBossQueue(databaseUrl, log);
}

/** `docent/job_x-2` is a branch of the job `job_x`. */
function jobOfBranch(branch: string): string {
  return branch.replace(/^docent\//, '').replace(/-\d+$/, '');
}
