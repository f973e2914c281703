import { isPage } from '../docs-path.ts';
import type { Version, Workspace } from '../workspace.ts';
import { type Checker, orNull } from './checker.ts';
import type { Finding } from './finding.ts';
import { namesIn, pageName, pageNamesOf } from './page-names.ts';

/** Share of the pages from which on a deletion is more than tidying up. */
const manyPages = 0.25;
const fewPages = 3;
/** Entries from which on a navigation that loses half of them is gutted. */
const fewEntries = 4;

/** What a change takes away from readers: many pages, the navigation, or pages that the navigation no longer shows. */
export async function checkRemovals(workspace: Workspace, checker: Checker): Promise<Finding[]> {
  const findings = await checkPages(workspace);
  for (const file of await changedNavigations(workspace)) {
    const message = workspace.has(file)
      ? await lossOf(workspace, checker, file)
      : 'The navigation file is deleted.';
    if (message !== null) findings.push(review(file, message));
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
  const gone = changed.filter((page) => isEmpty(texts.get(page) ?? ''));
  const isMuch = gone.length === pages.length || gone.length >= Math.max(fewPages, pages.length * manyPages);
  if (gone.length === 0 || !isMuch) return [];
  return [review(gone[0]!, `${gone.length} of ${pages.length} pages are deleted.`)];
}

/** A page of front matter alone says no more than none. */
const isEmpty = (text: string) => text.replace(/^---\n.*?\n---(?:\n|$)/s, '').trim() === '';

/** The navigation file, and other files that order pages, such as `meta.json` in each folder. */
async function changedNavigations({ navigation, list, overlay }: Workspace): Promise<string[]> {
  const before = new Set(list('base'));
  return Object.keys(overlay()).filter(
    (file) =>
      before.has(file) && (file === navigation || /(?:^|\/)(?:_?meta|_category_|sidebars?)\./.test(file)),
  );
}

/** What a navigation shows no longer though the pages are there, or that it has lost most of what it showed. */
async function lossOf(workspace: Workspace, checker: Checker, file: string): Promise<string | null> {
  const [before, now] = [
    await entriesOf(workspace, checker, file, 'base'),
    await entriesOf(workspace, checker, file, 'now'),
  ];
  const kept = [...before].filter((entry) => now.has(entry));
  const pages = new Set(workspace.list().filter(isPage).flatMap(pageNamesOf));
  const dropped = [...before].filter((entry) => !now.has(entry) && pages.has(entry));
  if (before.size >= fewEntries && kept.length < before.size / 2)
    return `Of ${before.size} entries the navigation keeps ${kept.length}.`;
  if (dropped.length === 0) return null;
  const named = dropped.slice(0, 10).join(', ');
  const rest = dropped.length > 10 ? ` and ${dropped.length - 10} more` : '';
  return `The navigation no longer shows ${named}${rest}, though the pages are still there.`;
}

/** The pages that a navigation names: as its format has them, or else whatever is a page's name in it. */
async function entriesOf(
  workspace: Workspace,
  checker: Checker,
  file: string,
  version: Version,
): Promise<Set<string>> {
  const text = (await workspace.readAll([file], version)).get(file) ?? '';
  const entries = await orNull(checker.run('navigation-entries', file, text));
  if (entries !== null) return new Set(entries.map(pageName));
  const pages = new Set(workspace.list('base').filter(isPage).flatMap(pageNamesOf));
  return new Set(namesIn(text).filter((name) => pages.has(name)));
}
