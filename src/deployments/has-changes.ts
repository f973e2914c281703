import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ForgeFault } from '../git/forge-fault.ts';
import { resolveRef } from '../git/resolve-ref.ts';
import { consume } from '../store/counters.ts';
import { findLastRead } from '../store/deployments.ts';
import type { Project } from '../store/projects.ts';
import { type GitOrigin, hasApi, type ProjectSource } from '../store/project-sources.ts';
import type { DeployDeps } from './deploy-deps.ts';
import { gitAccess } from './git-access.ts';
import { grantedSources } from './granted-sources.ts';
import { readIndexed } from './read-base.ts';

/** Milliseconds between two checks of a site: each sends one request per page. */
const siteWindow = 6 * 60 * 60_000;

/** Whether a project's sources may have changed, checked as cheaply as possible; `gone` when the branch is. */
export async function hasChanges(deps: DeployDeps, project: Project): Promise<'some' | 'none' | 'gone'> {
  // Every server has the documents.
  if (project.sources.some(({ kind }) => kind === 'files')) return 'some';
  const folders = project.sources.filter((source) => source.kind === 'folder');
  // A folder is on one server, which pushes its changes when several servers share their state.
  if (folders.length > 0 && !deps.sources.pushed.isShared)
    return folders.every(({ path }) => existsSync(path)) ? 'some' : 'none';
  if (await isDue(deps, project)) return 'some';
  const repositories = project.sources.filter((source) => source.kind === 'git');
  const heads = await Promise.all(repositories.map((source) => headOf(deps, project, source)));
  if (heads.length > 0 && heads.every((head) => head === 'gone')) return 'gone';
  const newest = await findLastRead(deps.store, project.id);
  const [head, ...others] = heads;
  if (others.length === 0 && head !== undefined && head !== newest?.commit?.sha) return 'some';
  if (isOfSites(project)) return (await mayAskSite(deps, project)) ? 'some' : 'none';
  // A deployment records the commit of the first repository only.
  return others.length > 0 ? 'some' : 'none';
}

/** The newest commit; `gone` when the branch is, null when it cannot be determined: the deployment will say why. */
async function headOf(deps: DeployDeps, project: Project, source: GitOrigin): Promise<string | null> {
  const branch = project.preview?.branch ?? source.branch ?? null;
  try {
    return (await resolveRef(await gitAccess(source, await grantedSources(deps, project)), branch)).sha;
  } catch (error) {
    return error instanceof ForgeFault && error.code === 'ref_not_found' ? 'gone' : null;
  }
}

/** Whether a page's publication or expiry date has passed since the last index. */
export async function isDue({ store, indexFolder, travel }: DeployDeps, { id }: Project): Promise<boolean> {
  const indexFile = (await findLastRead(store, id))?.indexFile ?? null;
  if (indexFile === null) return false;
  const file = join(indexFolder, indexFile);
  if (!existsSync(file)) await travel.bring(indexFile);
  return readIndexed(file).due.size > 0;
}

async function mayAskSite({ store }: DeployDeps, { id }: Project): Promise<boolean> {
  return (await consume(store, [{ key: `site:${id}`, limit: 1, windowMs: siteWindow }])).admitted;
}

function hasBuilt(source: ProjectSource): boolean {
  return 'built' in source && source.built !== undefined;
}

/** Whether checking a source sends more than one request to its site or API, or reads a build. */
export function isOfSites({ sources }: Project): boolean {
  return sources.some(
    (source) => source.kind === 'site' || source.kind === 'llms' || hasApi(source) || hasBuilt(source),
  );
}
