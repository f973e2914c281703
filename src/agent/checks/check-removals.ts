import type { Workspace } from '../workspace.ts';
import { type Finding, finding } from './finding.ts';
import { movedPages } from './moved-pages.ts';
import { readSite } from './read-site.ts';
import { type NavigationFile, readNavigations, shownPages } from './site-navigation.ts';
import { findFrontMatter } from '../../content/find-front-matter.ts';
import { isDocsFile } from '../../content/site/endings.ts';

/** The share of pages from which on a deletion needs a review. */
const manyPages = 0.25;
const fewPages = 3;
/** A navigation of at least so many entries that loses half of them needs a review. */
const fewEntries = 4;

/** Removals that readers would notice: many pages, the navigation, or pages that lose their navigation entry. */
export async function checkRemovals(workspace: Workspace): Promise<Finding[]> {
  const moved = await movedPages(workspace);
  const findings = await checkPages(workspace, new Set(moved.values()));
  const changed = new Set(Object.keys(workspace.overlay()));
  const now = await readNavigations(workspace, 'now');
  const shown = shownPages(await readSite(workspace, 'now'), now);
  for (const navigation of await readNavigations(workspace, 'base')) {
    const { file } = navigation;
    if (!changed.has(file)) continue;
    const after = now.find((other) => other.file === file);
    const stood = (page: string) => moved.get(page) ?? page;
    const isStillThere = (page: string) => workspace.has(page) && !shown.has(page);
    const message = workspace.has(file)
      ? lossOf(namesIn(navigation), namesIn(after, stood), isStillThere)
      : 'The navigation file is deleted.';
    if (message !== null && (workspace.has(file) || !isDocsFile(file))) findings.push(review(file, message));
  }
  return findings;
}

const review = (file: string, message: string) => finding('removals', 'review', file, message);

async function checkPages(workspace: Workspace, moved: ReadonlySet<string>): Promise<Finding[]> {
  const pages = workspace.list('base').filter(isDocsFile);
  const changed = Object.keys(workspace.overlay()).filter((path) => pages.includes(path) && !moved.has(path));
  const texts = await workspace.readAll(changed);
  const gone = changed.filter((page) => isEmpty(texts.get(page) ?? ''));
  const isMuch = gone.length === pages.length || gone.length >= Math.max(fewPages, pages.length * manyPages);
  if (gone.length === 0 || !isMuch) return [];
  return [review(gone[0]!, `${gone.length} of ${pages.length} pages are deleted.`)];
}

/** A page with front matter only counts as removed. */
const isEmpty = (text: string) => text.slice(findFrontMatter(text)?.bodyStart).trim() === '';

/** What a navigation names: each entry as it is written, with its page as it was called in the base. */
const namesIn = (read: NavigationFile | undefined, stood = (page: string) => page) =>
  new Map((read?.entries ?? []).map(({ target, named }) => [target, named && stood(named.page)]));

/** Pages that lost their navigation entry, or a navigation that lost most of its entries. */
function lossOf(
  before: ReadonlyMap<string, string | null>,
  now: ReadonlyMap<string, string | null>,
  isDropped: (page: string) => boolean,
): string | null {
  const pages = new Set(now.values());
  const kept = [...before].filter(([target, page]) => now.has(target) || (page !== null && pages.has(page)));
  if (before.size >= fewEntries && kept.length < before.size / 2)
    return `The navigation keeps only ${kept.length} of ${before.size} entries.`;
  const dropped = [...before].filter(([, page]) => page !== null && isDropped(page));
  if (dropped.length === 0) return null;
  const named = dropped
    .slice(0, 10)
    .map(([target]) => target)
    .join(', ');
  const rest = dropped.length > 10 ? ` and ${dropped.length - 10} more` : '';
  return `The navigation no longer shows ${named}${rest}, though the pages are still there.`;
}
