import { matchGlobs } from '../../content/site/glob.ts';
import { posix } from 'node:path';
import { frameworkNamed } from '../../content/frameworks/registry.ts';
import { navigationFiles } from '../../content/frameworks/site-files.ts';
import type { Navigation, SiteFile } from '../../content/navigation/site-file.ts';
import { findNamed } from '../page-names.ts';
import type { Version, Workspace } from '../workspace.ts';
import type { Site } from './checked-site.ts';
import { CheckFailure, type Checker } from './checker.ts';

/** A navigation file, in the docs with or without the job's changes. */
export type NavigationFile = {
  file: string;
  text: string;
  navigation: Navigation;
  /** Why the navigation cannot be read; null when it can. */
  problem: string | null;
};

/** Every file of the docs that orders pages. */
export async function readNavigations(
  site: Site,
  workspace: Workspace,
  checker: Checker,
  version: Version,
): Promise<NavigationFile[]> {
  const kindsOf = (file: string) => navigationFiles(site.framework, file);
  const files = workspace.list(version).filter((file) => kindsOf(file).length > 0);
  const found: NavigationFile[] = [];
  for (const [file, text] of await workspace.readAll(files, version)) {
    const [{ inPage }] = kindsOf(file) as [SiteFile];
    if (inPage !== undefined && !text.includes(inPage)) continue;
    const read = await readOne(file, text, site.framework, checker);
    const isEmpty = read.navigation.entries.length + read.navigation.folders.length === 0;
    if (inPage !== undefined && isEmpty) continue;
    const unwritten = isEmpty ? 'it holds no navigation that is written out' : null;
    found.push({ file, text, navigation: read.navigation, problem: read.problem ?? unwritten });
  }
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}

async function readOne(
  file: string,
  text: string,
  framework: string,
  checker: Checker,
): Promise<{ navigation: Navigation; problem: string | null }> {
  try {
    return { navigation: await checker.run('navigation', file, text, framework), problem: null };
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    return { navigation: { entries: [], folders: [] }, problem: error.message };
  }
}

/** The pages in the navigation, including those of folders that it lists as a whole. */
export function shownPages(site: Site, navigations: readonly NavigationFile[]): Set<string> {
  const shown = new Set<string>();
  const own = new Set(
    navigations
      .map(({ file }) => file)
      .filter(isOfFolder)
      .map((file) => posix.dirname(file)),
  );
  const isOwned = (page: string, above: string) => {
    let folder = posix.dirname(page);
    while (folder !== above && folder !== '.' && !own.has(folder)) folder = posix.dirname(folder);
    return folder !== above && own.has(folder);
  };
  for (const { file, navigation } of navigations) {
    for (const { target } of navigation.entries) {
      const page = findNamed(site, file, target)?.page;
      if (page !== undefined) shown.add(page);
    }
    const isCovered = coverage(site, file, navigation.folders);
    // What a folder's own file leaves out is not shown, though the one above takes the whole folder.
    const isLimited = isOfFolder(file) && frameworkNamed(site.framework).showsUnnamed !== true;
    const isElsewhere = (page: string) => isLimited && isOwned(page, posix.dirname(file));
    for (const page of site.pages) if (isCovered(page) && !isElsewhere(page)) shown.add(page);
  }
  return shown;
}

/** A `_meta.js` names only what lies in its own folder. */
export const isOfFolder = (file: string) => /(?:^|\/)_?meta(?:\.[\w-]+)?\.(?:json|[cm]?[jt]sx?)$/.test(file);

/** Whether a page lies in one of the folders that a navigation file lists as a whole. */
export function coverage(site: Site, file: string, folders: readonly string[]): (page: string) => boolean {
  if (folders.length === 0) return () => false;
  const own = posix.dirname(file);
  const roots = [...new Set([own, ...site.sourceRoots, site.docsRoot])];
  const globs = folders.flatMap((folder) =>
    roots
      .map((root) => posix.join(root, folder).replace(/^\.\/?/, ''))
      .flatMap((path) => [path.includes('*') ? `${path}.*` : posix.join(path, '**'), path]),
  );
  return matchGlobs(globs);
}
