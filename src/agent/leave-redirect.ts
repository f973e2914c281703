import { posix } from 'node:path';
import { orNull } from './checks/checker.ts';
import type { Site } from './checks/checked-site.ts';
import { redirectFiles } from '../content/frameworks/site-files.ts';
import type { Place } from '../content/navigation/site-file.ts';
import { normalPath } from '../content/site/paths.ts';
import { createRedirects } from '../content/site/redirects.ts';
import type { Workspace } from './workspace.ts';

/**
 * Adds a redirect from a page's old address, when the framework or the host keeps redirects.
 * @param from the page before the move @param to the page of `after` that readers are sent to
 * @returns one sentence that says what was done, or why not; null when the address is the same
 */
export async function leaveRedirect(
  workspace: Workspace,
  [before, from]: [Site, string],
  [after, to]: [Site, string],
): Promise<string | null> {
  const [old, target] = [placeOf(before, from), placeOf(after, to)];
  if (old.url === target.url) return null;
  if (old.url.toLowerCase() === target.url.toLowerCase())
    return `No redirect was left from ${old.url}: many hosts do not tell upper from lower case, and it would lead to itself.`;
  if (leadsBack(after, target, old))
    return `No redirect was left from ${old.url}: a redirect in these docs already sends ${target.url} there. Remove that one first.`;
  for (const [nth, kind] of redirectFiles(after.framework).entries()) {
    if (kind.plugin !== undefined && !(await hasPlugin(workspace, kind.plugin))) continue;
    const inPage = kind.inPage !== undefined;
    const files = inPage ? [to] : [...workspace.siteFiles].filter((file) => kind.fits.test(file));
    for (const file of files.filter((one) => workspace.has(one))) {
      const given = await workspace.read(file);
      const places: [Place, Place] = [old, target];
      const text = await orNull(
        workspace.checker.run('add-redirect', file, given, after.framework, nth, places),
      );
      if (text === null) continue;
      // A quote in an address ends a string of the configuration.
      const isSafe =
        inPage || (await orNull(workspace.checker.run('only-site-parts-differ', file, given, text)));
      if (isSafe !== true) continue;
      await workspace.write(file, text);
      return `A redirect from ${old.url} is in ${file}.`;
    }
  }
  return `No redirect was left from ${old.url}: these docs have no list of redirects that can be edited safely.`;
}

/** How many redirects one after another are followed; browsers give up after about 20. */
const maxSteps = 20;

/** Whether the site's redirects lead from one place to another. */
function leadsBack({ redirects }: Site, from: Place, to: Place): boolean {
  const next = createRedirects(redirects);
  const goals = [to.url, to.fullUrl].map(normalPath);
  return [from.url, from.fullUrl].map(normalPath).some((start) => {
    let path: string | null = start;
    for (let step = 0; step < maxSteps && path !== null; step++) {
      const target = next(path);
      path = target === null ? null : normalPath(target);
      if (path !== null && goals.includes(path)) return true;
    }
    return false;
  });
}

function placeOf(site: Site, page: string): Place {
  const url = site.url(page);
  const root = site.sourceRoots
    .filter((folder) => folder === '' || page.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)[0];
  const file = posix.relative(root ?? site.docsRoot, page);
  return { url, fullUrl: site.basePath === '' ? url : `/${site.basePath}${url}`, file };
}

async function hasPlugin(workspace: Workspace, name: string): Promise<boolean> {
  const files = workspace
    .listAll()
    .filter((file) => /(?:^|\/)(?:_config\.yml|Gemfile|[\w-]+\.gemspec)$/.test(file));
  const texts = await workspace.readAll(files);
  return [...texts.values()].some((text) => text.includes(name));
}
