import { isPage } from '../docs-path.ts';
import type { Version, Workspace } from '../workspace.ts';
import { findNamed } from '../navigation/page-names.ts';
import type { Site } from './checked-site.ts';
import type { Checker } from './checker.ts';
import type { Finding } from './finding.ts';
import { movedPages } from './moved-pages.ts';
import { readSite } from './read-site.ts';
import { type NavigationFile, readNavigations, shownPages } from './site-navigation.ts';

/** The share of pages from which on a deletion needs a review. */
const manyPages = 0.25;
const fewPages = 3;
/** A navigation of at least so many entries that loses half of them needs a review. */
const fewEntries = 4;

/** Removals that readers would notice: many pages, the navigation, or pages that lose their navigation entry. */
export async function checkRemovals(workspace: Workspace, checker: Checker): Promise<Finding[]> {
  const findings = await checkPages(workspace);
  const changed = new Set(Object.keys(workspace.overlay()));
  const [before, now] = [
    await navigationsIn(workspace, checker, 'base'),
    await navigationsIn(workspace, checker, 'now'),
  ];
  const shown = shownPages(now.site, now.navigations);
  for (const navigation of before.navigations.filter(({ file }) => changed.has(file))) {
    const { file } = navigation;
    const after = now.navigations.find((other) => other.file === file);
    const isStillThere = (page: string) => workspace.has(page) && !shown.has(page);
    const message = workspace.has(file)
      ? lossOf(before.site, navigation, after, isStillThere)
      : 'The navigation file is deleted.';
    if (message !== null && (workspace.has(file) || !isPage(file))) findings.push(review(file, message));
  }
  return findings;
}

const review = (file: string, message: string): Finding => {
  return { check: 'removals', file, line: null, message, severity: 'review' };
};

async function checkPages(workspace: Workspace): Promise<Finding[]> {
  const pages = workspace.list('base').filter(isPage);
  const changed = Object.keys(workspace.overlay()).filter((path) => pages.includes(path));
  const texts = await workspace.readAll(changed);
  const moved = new Set((await movedPages(workspace)).values());
  const gone = changed.filter((page) => isEmpty(texts.get(page) ?? '') && !moved.has(page));
  const isMuch = gone.length === pages.length || gone.length >= Math.max(fewPages, pages.length * manyPages);
  if (gone.length === 0 || !isMuch) return [];
  return [review(gone[0]!, `${gone.length} of ${pages.length} pages are deleted.`)];
}

/** A page with front matter only counts as removed. */
const isEmpty = (text: string) => text.replace(/^---\n.*?\n---(?:\n|$)/s, '').trim() === '';

async function navigationsIn(
  workspace: Workspace,
  checker: Checker,
  version: Version,
): Promise<{ site: Site; navigations: NavigationFile[] }> {
  const site = await readSite(workspace, checker, version);
  return { site, navigations: await readNavigations(site, workspace, checker, version) };
}

/** Pages that lost their navigation entry, or a navigation that lost most of its entries. */
function lossOf(
  site: Site,
  { file, navigation }: NavigationFile,
  after: NavigationFile | undefined,
  isDropped: (page: string) => boolean,
): string | null {
  const before = new Set(navigation.entries.map(({ target }) => target));
  const now = new Set(after?.navigation.entries.map(({ target }) => target));
  const kept = [...before].filter((target) => now.has(target));
  if (before.size >= fewEntries && kept.length < before.size / 2)
    return `The navigation keeps only ${kept.length} of ${before.size} entries.`;
  const dropped = [...before].filter((target) => {
    const page = findNamed(site, file, target)?.page;
    return page !== undefined && isDropped(page);
  });
  if (dropped.length === 0) return null;
  const named = dropped.slice(0, 10).join(', ');
  const rest = dropped.length > 10 ? ` and ${dropped.length - 10} more` : '';
  return `The navigation no longer shows ${named}${rest}, though the pages are still there.`;
}
