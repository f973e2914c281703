import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type LocalForge, openLocal } from '../forges/local.ts';
import { type ForgeAccounts, openRemote } from '../forges/open-remote.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import { program } from '../lib/program.ts';
import type { Model } from '../models/model.ts';
import { costMicros, type Price } from '../models/price.ts';
import { jobWork } from '../store/jobs.ts';
import { findOrganization } from '../store/organizations.ts';
import { findProjectById, type Project } from '../store/projects.ts';
import type { WorkKind } from '../work/work-kind.ts';
import { createChecker } from './checks/checker.ts';
import { codeSources, type ReadAccess } from './code-sources.ts';
import { type AgentDeps, type AgentModel, fixer, type DocsRepository } from './deps.ts';
import { jobOfBranch } from './job-branch.ts';
import { JobFault } from './job-fault.ts';
import { fillPreviewUrl } from './preview-url.ts';
import { waitingJobKind } from './waiting-jobs.ts';

/** The docs agent of this process. It accepts jobs at once and works on them from `start` to `stop`. */
export type Agent = {
  deps: AgentDeps;
  /** Its jobs as kinds of background work. */
  kinds: WorkKind[];
  /** The forge of a project whose docs are a local folder. @throws ForgeFault */
  openLocalForge(project: Project): Promise<LocalForge | null>;
  readAccess: ReadAccess;
  /** Runs once, before any work on jobs. */
  prepare(): Promise<void>;
  close(): void;
};

type Given = Pick<AgentDeps, 'store' | 'log' | 'settings' | 'searchDocs' | 'prove' | 'signingKeyFile'>;

type AgentOptions = Given & {
  dataFolder: string;
  accounts: ForgeAccounts;
  /** Null: jobs use the built-in fixer. */
  model: { name: string; model: Model } | null;
  prices: Record<string, Price>;
  readAccess: ReadAccess;
  /** The server's public URL, for links to local pull requests. */
  publicUrl(): string;
  /** The domain of the preview of a project's branch; null without a preview. */
  previewDomain(project: Project, branch: string): string | null;
};

export function openAgent({
  dataFolder,
  accounts,
  model,
  prices,
  readAccess,
  publicUrl,
  previewDomain,
  ...given
}: AgentOptions): Agent {
  const { store } = given;
  const checker = createChecker();

  async function openLocalForge(project: Project): Promise<LocalForge | null> {
    const [source] = project.sources;
    if (project.settings.repository !== undefined || source?.kind !== 'folder') return null;
    const organization = await findOrganization(store, project.organizationId);
    const page = `${publicUrl()}/${organization?.slug}/${project.domain}/jobs`;
    return openLocal({
      folder: source.path,
      dataFolder,
      pageUrl: (branch) => `${page}/${jobOfBranch(branch) ?? ''}`,
    });
  }

  async function openRepository(projectId: string): Promise<DocsRepository> {
    const project = (await findProjectById(store, projectId))!;
    const local = await openLocalForge(project);
    const { allowCode = [], pullRequests = {} } = project.settings;
    const organization = await findOrganization(store, project.organizationId);
    const previewUrl = (branch: string, number: string | null) => {
      const { previewUrl: template } = pullRequests;
      if (template !== undefined) return fillPreviewUrl(template, { branch, number, domain: project.domain });
      const domain = previewDomain(project, branch);
      return domain === null ? null : `${publicUrl()}/${organization?.slug}/${domain}`;
    };
    const code = codeSources(project, readAccess);
    const [source] = project.sources;
    const urls = source !== undefined && 'urls' in source ? source.urls : undefined;
    const reading = { allowCode, code, pullRequests, previewUrl, urls };
    if (local !== null) return { forge: local, docsRoot: local.docsRoot, ...reading };
    const { url, docsRoot } = repositoryOf(project);
    return { forge: await openRemote(url, accounts), docsRoot, ...reading };
  }

  function openModel(name: string): AgentModel {
    if (name === fixer) return { kind: 'scripted' };
    if (model?.name !== name) {
      throw new JobFault(
        'model_not_configured',
        `The model ${name} is not set up on this server any more. Send the job a message to go on with today's model.`,
      );
    }
    return {
      kind: 'model',
      model: model.model,
      costMicros: (usage) => costMicros(model.model, usage, prices),
    };
  }

  const deps: AgentDeps = {
    ...given,
    checker,
    workFolder: join(dataFolder, 'jobs'),
    openRepository,
    modelName: model?.name ?? fixer,
    openModel,
  };
  return {
    deps,
    kinds: jobKinds(deps),
    openLocalForge,
    readAccess,
    // Clones left by an earlier process; its jobs fetch again.
    prepare: () => rm(deps.workFolder, { recursive: true, force: true }),
    close: () => checker.close(),
  };
}

/** The connected repository, or else the docs' source when our credentials may be used for it. */
function repositoryOf({ settings, sources: [source] }: Project): { url: string; docsRoot: string } {
  if (settings.repository !== undefined) return settings.repository;
  if (source?.kind === 'git' && source.trusted === true)
    return { url: source.url, docsRoot: source.root ?? '' };
  throw new ForgeFault(
    'repository_not_found',
    `No repository is connected to this project. Connect one with \`${program} projects connect\`.`,
  );
}

/** Agent jobs as kinds of background work. */
export function jobKinds(deps: AgentDeps): WorkKind[] {
  const { concurrency, maxStalls } = deps.settings;
  const jobKind: WorkKind = {
    name: jobWork,
    maxAtOnce: concurrency.perWorker,
    maxPerProject: concurrency.perProject,
    // Only for faults that could not be recorded in the job; the retries must outlast `maxStalls`, which fails the job.
    retryAfterMs: Array.from({ length: maxStalls + 1 }, () => 5_000),
    // Loaded for the first job, with the model's tools and the checks.
    handle: async (work, signal) => (await import('./work-on-job.ts')).workOnJob(deps, work, signal),
  };
  return [jobKind, waitingJobKind(deps.store)];
}
