import { isPage } from '../docs-path.ts';
import type { Workspace } from '../workspace.ts';
import { type Checker, orNull } from './checker.ts';
import type { Finding } from './finding.ts';

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
  const file = workspace.navigation;
  if (file === null || !workspace.list('base').includes(file)) return findings;
  if (!workspace.has(file)) {
    review(file, 'The navigation file is deleted.');
    return findings;
  }
  const [before, now] = [
    await entriesOf(workspace, checker, 'base'),
    await entriesOf(workspace, checker, 'now'),
  ];
  const pagesNow = workspace.list().filter(isPage).map(nameOf);
  const isStillThere = (entry: string) =>
    pagesNow.some((page) => page === entry || page.endsWith(`/${entry}`));
  const dropped = [...before].filter((entry) => !now.has(entry) && isStillThere(entry));
  if (dropped.length > 0) {
    const named = dropped.slice(0, 10).join(', ');
    const rest = dropped.length > 10 ? ` and ${dropped.length - 10} more` : '';
    review(file, `The navigation no longer shows ${named}${rest}, though the pages are still there.`);
  }
  return findings;
}

async function entriesOf(
  workspace: Workspace,
  checker: Checker,
  version: 'base' | 'now',
): Promise<Set<string>> {
  const file = workspace.navigation!;
  const text = (await workspace.readAll([file], version)).get(file);
  const entries = text === undefined ? null : await orNull(checker.run('navigation-entries', file, text));
  return new Set((entries ?? []).map((entry) => nameOf(entry)));
}

/** A page by the end of its path, as navigations name it from whatever root. */
const nameOf = (path: string) => path.replace(/^\/+/, '').replace(/\.mdx?$/i, '');
