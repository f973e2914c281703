import { matchGlobs } from '../../content/site/glob.ts';
import { posix } from 'node:path';
import { frameworkNamed } from '../../content/frameworks/registry.ts';
import { navigationFiles } from '../../content/frameworks/site-files.ts';
import type { Navigation, NavigationEntry, SiteFile } from '../../content/navigation/site-file.ts';
import { findNamed, type Named } from '../page-names.ts';
import type { Version, Workspace } from '../workspace.ts';
import type { Site } from './checked-site.ts';
import { readSite } from './read-site.ts';
import { CheckFailure, type Checker } from './checker.ts';

/** A navigation file, in the docs with or without the job's changes. */
export type NavigationFile = {
  file: string;
  text: string;
  entries: (NavigationEntry & { named: Named | null })[];
  /** Folders that it lists as a whole. */
  folders: readonly string[];
  /** Why the navigation cannot be read; null when it can. */
  problem: string | null;
};

/** Every file of the docs that orders pages. @param given the site whose pages they name, as before a page moved */
export async function readNavigations(
  workspace: Workspace,
  version: Version,
  given?: Site,
): Promise<NavigationFile[]> {
  const site = given ?? (await readSite(workspace, version));
  const kindsOf = (file: string) => navigationFiles(site.framework, file);
  const files = workspace.list(version).filter((file) => kindsOf(file).length > 0);
  const found: NavigationFile[] = [];
  for (const [file, text] of await workspace.readAll(files, version)) {
    const [{ inPage }] = kindsOf(file) as [SiteFile];
    if (inPage !== undefined && !text.includes(inPage)) continue;
    const { entries, folders, problem } = await readOne(workspace.checker, file, text, site.framework);
    const isEmpty = entries.length + folders.length === 0;
    if (inPage !== undefined && isEmpty) continue;
    const unwritten = isEmpty ? 'it holds no navigation that is written out' : null;
    const named = entries.map((entry) => ({ ...entry, named: findNamed(site, file, entry.target) }));
    found.push({ file, text, entries: named, folders, problem: problem ?? unwritten });
  }
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}

async function readOne(
  checker: Checker,
  file: string,
  text: string,
  framework: string,
): Promise<Navigation & { problem: string | null }> {
  try {
    return { ...(await checker.run('navigation', file, text, framework)), problem: null };
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    return { entries: [], folders: [], problem: error.message };
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
  for (const { file, entries, folders } of navigations) {
    for (const { named } of entries) if (named !== null) shown.add(named.page);
    const isCovered = coverage(site, file, folders);
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
