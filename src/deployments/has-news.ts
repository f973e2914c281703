import { existsSync } from 'node:fs';
import { ForgeFault } from '../git/forge-fault.ts';
import { resolveRef } from '../git/resolve-ref.ts';
import { consume } from '../store/counters.ts';
import { findLastRead } from '../store/deployments.ts';
import type { GitOrigin, Project } from '../store/projects.ts';
import type { DeployDeps } from './deploy-deps.ts';
import { gitAccess } from './git-access.ts';
import { grantedSources } from './granted-sources.ts';

/** Milliseconds between two looks at a site: each costs it a request a page. */
const siteWindow = 6 * 60 * 60_000;

/** Whether a project's sources may have something new, as cheaply as it can be told; `gone` for a branch that is. */
export async function hasNews(deps: DeployDeps, project: Project): Promise<'some' | 'none' | 'gone'> {
  const folders = project.sources.filter((source) => source.kind === 'folder');
  // A folder is of the server that has it, which brings what is new when several share their state.
  if (folders.length > 0 && !deps.sources.pushed.isShared)
    return folders.every(({ path }) => existsSync(path)) ? 'some' : 'none';
  const repositories = project.sources.filter((source) => source.kind === 'git');
  const heads = await Promise.all(repositories.map((source) => headOf(deps, project, source)));
  if (heads.length > 0 && heads.every((head) => head === 'gone')) return 'gone';
  const newest = await findLastRead(deps.store, project.id);
  const [head, ...others] = heads;
  if (others.length === 0 && head !== undefined && head !== newest?.commit?.sha) return 'some';
  if (isOfSites(project)) return (await mayAskSite(deps, project)) ? 'some' : 'none';
  // A deployment remembers the commit of the first repository alone.
  return others.length > 0 ? 'some' : 'none';
}

/** The newest commit; `gone` when there is no such branch, null when that cannot be told: the deployment says why. */
async function headOf(deps: DeployDeps, project: Project, source: GitOrigin): Promise<string | null> {
  const branch = project.preview?.branch ?? source.branch ?? null;
  try {
    return (await resolveRef(await gitAccess(source, await grantedSources(deps, project)), branch)).sha;
  } catch (error) {
    return error instanceof ForgeFault && error.code === 'ref_not_found' ? 'gone' : null;
  }
}

async function mayAskSite({ store }: DeployDeps, { id }: Project): Promise<boolean> {
  return (await consume(store, [{ key: `site:${id}`, limit: 1, windowMs: siteWindow }])).admitted;
}

/** Whether looking for something new costs a site more than one request. */
export function isOfSites({ sources }: Project): boolean {
  return sources.some(({ kind }) => kind === 'site' || kind === 'llms');
}
