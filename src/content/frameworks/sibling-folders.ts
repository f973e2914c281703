import type { PageFile } from '../site/site-facts.ts';

/** A smaller number of equal paths may be a coincidence: each folder has an `index` and an `install`. */
const minShared = 3;
/** More folders with such names are something else: releases, days, issues. */
const maxFolders = 200;

/** A page in a folder that has one of the names: `docs/2.7/guide/install` is `guide/install` of `2.7` in `docs`. */
type Named = { page: PageFile; parent: string; name: string; rest: string };

/** Folders side by side that hold mostly the same paths, by name, with their pages. */
type Siblings = {
  folders: Map<string, PageFile[]>;
  /** Whether the folder that they are in holds these paths, too, as one more of them. */
  isBeside: (name: string) => boolean;
};

/**
 * Sibling folders whose names pass a test and that hold mostly the same paths, or the paths of the folder that they are
 * in: versions, languages.
 */
export function siblingFolders(pages: PageFile[], isName: (name: string) => boolean): Siblings[] {
  const found = pages.map((page) => splitPath(page, isName)).filter((one) => one !== null);
  const byParent = Map.groupBy(found, ({ parent }) => parent);
  const within = pathsWithin(pages, byParent);
  return Array.from(byParent, ([parent, all]): Siblings | null => {
    const folders = Map.groupBy(all, ({ name }) => name);
    if (folders.size > maxFolders) return null;
    const paths = new Map([...folders].map(([name, of]) => [name, new Set(of.map(({ rest }) => rest))]));
    const current = new Set(within.get(parent)!.filter((path) => !folders.has(path.split('/', 1)[0]!)));
    const others = (name: string) => [current, ...[...paths].flatMap(([n, of]) => (n === name ? [] : [of]))];
    const alike = [...paths].filter(([name, of]) => others(name).some((other) => areAlike(of, other)));
    return {
      folders: new Map(alike.map(([name]) => [name, folders.get(name)!.map(({ page }) => page)])),
      isBeside: (name) =>
        current.size * 2 >= paths.get(name)!.size && alike.some(([, of]) => areAlike(of, current)),
    };
  }).filter((one) => one !== null);
}

function splitPath(page: PageFile, isName: (name: string) => boolean): Named | null {
  const folders = page.path.split('/');
  const at = folders.findIndex(isName);
  if (at < 0) return null;
  const [parent, rest] = [folders.slice(0, at).join('/'), folders.slice(at + 1).join('/')];
  return { page, parent, name: folders[at]!, rest };
}

/** The paths of all pages below each of some folders, from that folder on. */
function pathsWithin(pages: PageFile[], folders: ReadonlyMap<string, unknown>): Map<string, string[]> {
  const found = new Map(Array.from(folders.keys(), (folder) => [folder, [] as string[]]));
  const longest = [...folders.keys()].reduce((most, { length }) => Math.max(most, length), 0);
  for (const { path } of pages) {
    found.get('')?.push(path);
    for (let at = path.indexOf('/'); at >= 0 && at <= longest; at = path.indexOf('/', at + 1))
      found.get(path.slice(0, at))?.push(path.slice(at + 1));
  }
  return found;
}

/** Whether half of the pages of the smaller one are in the other, too. */
function areAlike(one: Set<string>, other: Set<string>): boolean {
  const shared = [...one].filter((path) => other.has(path)).length;
  return shared >= minShared && shared * 2 >= Math.min(one.size, other.size);
}
