import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { KnownHashes } from '../content/known-hashes.ts';
import type { FileTree } from '../content/sources/file-tree.ts';
import { configNames } from '../content/frameworks/claims.ts';
import { openFolder } from '../content/sources/folder.ts';
import { openGit } from '../content/sources/git-source.ts';
import { DocentError, type ErrorCode } from '../errors.ts';
import { ForgeFault, type ForgeFaultCode } from '../git/forge-fault.ts';
import type { GitAccess } from '../git/git.ts';
import { resolveRef } from '../git/resolve-ref.ts';
import type { DeploymentCommit } from '../store/deployments.ts';
import type { Project } from '../store/projects.ts';
import type { ApiOrigin, GitOrigin, ProjectSource, SiteOrigin } from '../store/project-sources.ts';
import { type GitAccounts, gitAccess } from './git-access.ts';
import type { Step } from './measure-progress.ts';
import { builtFolderOf } from './built-folder-of.ts';
import { openPushed, openShared } from './open-pushed.ts';
import { tokenFor } from './source-token.ts';
import type { PushedDeps } from './pushed-texts.ts';

/** What this server needs to read sources. */
export type SourceDeps = GitAccounts & {
  /** The folder of earlier downloads, so that only changes are fetched. */
  sourceFolder: string;
  /** Page hashes of the sites that this process has read. */
  knownHashes: Map<string, KnownHashes>;
  /** The address of Notion's API. */
  notionUrl: string;
  pushed: PushedDeps;
};

export type ReadOptions = {
  /** Overrides the branch of the project's git sources, for previews. */
  ref?: string | undefined;
  /** Overrides the newest commit of the first source that has commits. */
  commit?: string | undefined;
  /** The commit of the last deployment, to list what has changed since. */
  since?: string | undefined;
  /** Nobody asked for it: what was read of a built site today may do. */
  isRoutine?: boolean | undefined;
  /** Files to read in place of one source's own, by its number; the other sources are left out. */
  given?: { source: number; tree: FileTree } | undefined;
  signal?: AbortSignal | undefined;
  onStep?: ((step: Step) => void) | undefined;
};

type OpenSource = { tree: FileTree; commit: DeploymentCommit | null };

/**
 * Fetches the changes of a source and lists its files.
 * @throws DocentError
 */
export async function openSource(
  deps: SourceDeps,
  project: Project,
  source: ProjectSource,
  options: ReadOptions,
): Promise<OpenSource> {
  const { pushed, knownHashes } = deps;
  const projectId = rootOf(project);
  switch (source.kind) {
    case 'folder': {
      const { path } = source;
      const shared = { projectId, name: resolve(path), built: builtFolderOf(source) };
      const tree = pushed.isShared ? openShared(pushed, shared, knownHashes) : openFolder(path, configNames);
      return { tree: await tree, commit: null };
    }
    case 'pushed':
      return { tree: await openPushed(pushed, { projectId, name: source.name ?? '' }), commit: null };
    case 'git':
      return openRepository(deps, project, source, options);
    case 'site':
      return { tree: await openPages(deps, project, source, options), commit: null };
    case 'files': {
      const folder = `${keptFor(deps, project, source.folder)}.files`;
      const { openFiles } = await import('../content/sources/files/files.ts');
      const { signal, onStep } = options;
      const onProgress = (done: number, total: number) =>
        onStep?.({ phase: 'Reading documents', done, total });
      return { tree: await openFiles({ path: source.folder, folder }, onProgress, signal), commit: null };
    }
    case 'github':
    case 'notion':
    case 'confluence':
    case 'zendesk':
      return { tree: await openKnowledge(deps, project, source, options), commit: null };
    case 'llms': {
      const { url } = source;
      const llms = { url, folder: `${keptFor(deps, project, url)}.llms`, privateHosts: deps.privateHosts };
      const { openLlms } = await import('../content/sources/llms.ts');
      return { tree: await openLlms(llms, options.signal), commit: null };
    }
  }
}

/** Previews share their project's downloads and pushes. */
function rootOf({ id, preview }: Project): string {
  return preview?.of ?? id;
}

async function openRepository(
  deps: SourceDeps,
  project: Project,
  source: GitOrigin,
  { ref, commit, since, signal }: ReadOptions,
): Promise<OpenSource> {
  const { url, branch: own = null, root = '' } = source;
  try {
    const access = await gitAccess(source, deps);
    const repository = {
      name: url,
      gitDir: `${keptFor(deps, project, url)}.git`,
      access,
      commit: commit ?? null,
      root,
      since: since ?? null,
      names: configNames,
    };
    const branch = ref === undefined ? own : await branchOf(project, access, ref, own, signal);
    return await openGit({ ...repository, branch }, signal);
  } catch (error) {
    if (!(error instanceof ForgeFault)) throw error;
    throw new DocentError(codes[error.code] ?? 'invalid_request', `${url}: ${error.message}`, {
      cause: error,
    });
  }
}

/** A preview reads its branch in repositories that have it, and the configured branch in others. */
async function branchOf(
  { sources }: Project,
  access: GitAccess,
  ref: string,
  own: string | null,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  if (sources.filter(({ kind }) => kind === 'git').length === 1) return ref;
  return resolveRef(access, ref, signal).then(
    () => ref,
    (error: unknown) => {
      if (error instanceof ForgeFault && error.code === 'ref_not_found') return own;
      throw error;
    },
  );
}

async function openPages(
  deps: SourceDeps,
  project: Project,
  { url, pages = maxPages }: SiteOrigin,
  { signal, onStep }: ReadOptions,
): Promise<FileTree> {
  const { privateHosts } = deps;
  const folder = `${keptFor(deps, project, url)}.site`;
  const onProgress = (done: number, total: number) => onStep?.({ phase: 'Fetching pages', done, total });
  const { openSite } = await import('../content/sources/site/site.ts');
  return openSite({ url, folder, maxPages: pages, privateHosts }, onProgress, signal);
}

async function openKnowledge(
  deps: SourceDeps,
  project: Project,
  source: ApiOrigin,
  { signal, onStep }: ReadOptions,
): Promise<FileTree> {
  const { privateHosts, notionUrl } = deps;
  const token = await tokenFor(deps, rootOf(project), source);
  const folder = `${keptFor(deps, project, `${source.kind} ${source.url}`)}.api`;
  const onProgress = (done: number, total: number) => onStep?.({ phase: 'Reading entries', done, total });
  const { openApi } = await import('../content/sources/api/open-api.ts');
  return openApi({ ...source, token, folder, privateHosts, notionUrl }, onProgress, signal);
}

/** The default page limit of a site. */
const maxPages = 20_000;

const codes: Partial<Record<ForgeFaultCode, ErrorCode>> = {
  forge_unavailable: 'not_ready',
  forge_rate_limited: 'not_ready',
  repository_not_found: 'not_found',
  repository_empty: 'not_found',
  ref_not_found: 'not_found',
  git_missing: 'not_ready',
};

/** Where the downloads of an address are kept: separate per project, shared with its previews. */
export function keptFor({ sourceFolder }: SourceDeps, project: Project, url: string): string {
  return join(sourceFolder, rootOf(project), createHash('sha256').update(url).digest('hex').slice(0, 16));
}
