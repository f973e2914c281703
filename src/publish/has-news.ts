import { ForgeFault } from '../git/fault.ts';
import { resolveRef } from '../git/resolve-ref.ts';
import { consume } from '../store/counters.ts';
import { findLastRead } from '../store/deployments.ts';
import type { Project } from '../store/projects.ts';
import type { DeployRooms } from './deploy.ts';
import { gitAccess } from './git-access.ts';

/** Milliseconds between two looks at a site: each costs it a request a page. */
const siteWindow = 6 * 60 * 60_000;

/** Whether a project's sources may have something new, as cheaply as it can be told; `gone` for a branch that is. */
export async function hasNews(rooms: DeployRooms, project: Project): Promise<'some' | 'none' | 'gone'> {
  if (isOfSites(project)) return (await mayAskSite(rooms, project)) ? 'some' : 'none';
  const [source, ...others] = project.sources;
  if (source?.kind !== 'git') return 'some';
  try {
    const branch = project.preview?.branch ?? source.branch ?? null;
    const { sha } = await resolveRef(await gitAccess(source, rooms.sources), branch);
    if (others.length > 0) return 'some';
    const newest = await findLastRead(rooms.store, project.id);
    return newest?.commit?.sha === sha ? 'none' : 'some';
  } catch (error) {
    // Anything else that is wrong is said by the deployment that follows.
    return error instanceof ForgeFault && error.code === 'ref_not_found' ? 'gone' : 'some';
  }
}

async function mayAskSite({ store }: DeployRooms, { id }: Project): Promise<boolean> {
  return (await consume(store, [{ key: `site:${id}`, limit: 1, windowMs: siteWindow }])).admitted;
}

/** Whether looking for something new costs a site more than one request. */
export function isOfSites({ sources }: Project): boolean {
  return sources.some(({ kind }) => kind === 'site' || kind === 'llms');
}
