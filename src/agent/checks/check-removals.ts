import { isPage } from '../docs-path.ts';
import type { Version, Workspace } from '../workspace.ts';
import type { Checker } from './checker.ts';
import type { Finding } from './finding.ts';
import { readSite } from './read-site.ts';
import { readNavigations, shownPages } from './site-navigation.ts';

/** Share of the pages from which on a deletion is more than tidying up. */
const manyPages = 0.25;
const fewPages = 3;

/** What a change takes away from readers: many pages, the navigation, or pages that the navigation no longer shows. */
export async function checkRemovals(workspace: Workspace, checker: Checker): Promise<Finding[]> {
  const findings: Finding[] = [];
  const review = (file: string, message: string) =>
    findings.push({ check: 'removals', file, line: null, message, severity: 'review' });
  const pages = workspace.list('base').filter(isPage);
  const gone = pages.filter((page) => !workspace.has(page));
  if (gone.length >= fewPages && gone.length >= pages.length * manyPages) {
    review(gone[0]!, `${gone.length} of ${pages.length} pages are deleted.`);
  }
  for (const file of workspace.siteFiles) {
    if (!workspace.has(file)) review(file, 'The navigation file is deleted.');
  }
  const shownBefore = await shownIn(workspace, checker, 'base');
  const shownNow = await shownIn(workspace, checker, 'now');
  const dropped = [...shownBefore].filter((page) => !shownNow.has(page) && workspace.has(page));
  if (dropped.length > 0) {
    const named = dropped.slice(0, 10).join(', ');
    const rest = dropped.length > 10 ? ` and ${dropped.length - 10} more` : '';
    review(dropped[0]!, `The navigation no longer shows ${named}${rest}, though the pages are still there.`);
  }
  return findings;
}

async function shownIn(workspace: Workspace, checker: Checker, version: Version): Promise<Set<string>> {
  const site = await readSite(workspace, checker, version);
  return shownPages(site, await readNavigations(site, workspace, checker, version));
}
