import { defaultOf } from './mark-defaults.ts';
import type { PageFile } from './framework.ts';

/** `2.7`, `v3`, `5.x`, `2025-06-18`: names that only a version has. */
const numbered = /^(?:v\d+(?:\.\d+)*(?:\.x)?|\d+(?:\.\d+)+(?:\.x)?|\d+\.x|\d{4}-\d{2}-\d{2})$/i;
/** Names of versions beside numbered ones. */
const named = /^(?:\d+|latest|stable|current|next|main|master|dev|devel|edge|nightly|unstable)$/i;

/** A smaller number of equal paths may be a coincidence: each folder has an `index` and an `install`. */
const minShared = 3;
/** More folders with such names are something else: releases, days, issues. */
const maxVersions = 200;

/** A page in a folder that may be a version's: `docs/2.7/guide/install` is `guide/install` of `2.7` in `docs`. */
type Versioned = { page: PageFile; parent: string; name: string; rest: string };

/**
 * Gives the pages in folders of versions their version, where neither framework nor configuration knows of versions:
 * sibling folders with such names that hold mostly the same paths, or the paths of the folder that they are in, which
 * is then the current version.
 */
export function readVersionFolders(pages: PageFile[]): PageFile[] {
  if (pages.some(({ version }) => version !== null)) return pages;
  const found = pages.map(splitPath).filter((one) => one !== null);
  const byParent = Map.groupBy(found, ({ parent }) => parent);
  const within = pathsWithin(pages, byParent);
  const changed = new Map<PageFile, PageFile>();
  for (const [parent, all] of byParent) {
    if (!all.some(({ name }) => numbered.test(name))) continue;
    const folders = Map.groupBy(all, ({ name }) => name);
    if (folders.size > maxVersions) continue;
    const paths = new Map([...folders].map(([name, of]) => [name, new Set(of.map(({ rest }) => rest))]));
    const current = new Set(within.get(parent)!.filter((path) => !folders.has(path.split('/', 1)[0]!)));
    const others = (name: string) => [current, ...[...paths].flatMap(([n, of]) => (n === name ? [] : [of]))];
    const versions = [...paths].filter(([name, of]) => others(name).some((other) => areAlike(of, other)));
    const names = versions.map(([name]) => name);
    if (!names.some((name) => numbered.test(name))) continue;
    const newest = defaultOf(names)!;
    // A few pages beside the versions, such as a landing page, belong to all of them.
    const isCurrent =
      current.size * 2 >= paths.get(newest)!.size && versions.some(([, of]) => areAlike(of, current));
    const main = isCurrent ? null : newest;
    for (const name of names)
      for (const { page } of folders.get(name)!)
        changed.set(page, { ...page, version: name, isDefault: page.isDefault !== false && name === main });
  }
  return pages.map((page) => changed.get(page) ?? page);
}

function splitPath(page: PageFile): Versioned | null {
  const folders = page.path.split('/');
  const at = folders.findIndex((folder) => numbered.test(folder) || named.test(folder));
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
