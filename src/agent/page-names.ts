import { decodedPath } from '../lib/decoded-path.ts';
import { posix } from 'node:path';
import { frameworkNamed } from '../content/frameworks/registry.ts';
import { navigationFiles } from '../content/frameworks/site-files.ts';
import { withoutNumber } from '../content/frameworks/url-mapping.ts';
import { folderOf } from '../content/site/paths.ts';
import type { Site } from './checks/checked-site.ts';

/** How a file writes a page's name: which of its names, with which prefix and suffix. */
export type Spelling = { name: number; root: string; before: string; after: string };

/** A page that something names, and in which form. */
export type Named = { page: string; spelling: Spelling };

/** The page that a target in a navigation file names; null when it names no page of the docs. */
export function findNamed(site: Site, file: string, target: string): Named | null {
  const { before, name, after } = split(target);
  const roots = rootsOf(site, file);
  for (const root of roots) {
    const one = name.startsWith('../')
      ? namedAbove(site, posix.join(root, name))
      : pathsIn(site, root).get(name.toLowerCase());
    if (one !== undefined) return { page: one.page, spelling: { name: one.name, root, before, after } };
  }
  // Paths win over addresses, because an address may equal the path of another page.
  const one = addressesFrom(site, file).get(name.toLowerCase());
  return one === undefined
    ? null
    : { page: one.page, spelling: { name: one.name, root: roots[0]!, before, after } };
}

/** A page outside of the base folder, by its path from there: `../guide/install.md`. */
function namedAbove(site: Site, path: string): NthName | undefined {
  const one = pathsIn(site, '').get(path.toLowerCase());
  return one !== undefined && one.name < fileCount ? one : undefined;
}

/** A page's name in a navigation file, in the same form as another name. */
export function spell(site: Site, file: string, page: string, spelling: Spelling): string | null {
  const own = namesOf(site, file, page, spelling.root)[spelling.name] ?? null;
  // A page outside of the base folder is named by its relative path.
  const relative =
    own ?? frameworkName(site, file, page) ?? (spelling.name < fileCount ? pathFrom(page, spelling) : null);
  if (relative === null) return null;
  const before = relative.startsWith('../') && spelling.before === './' ? '' : spelling.before;
  return `${before}${relative}${spelling.after}`;
}

type NthName = { page: string; name: number };

/** Pages by their names; a site may have hundreds of navigation files. */
const kept = new WeakMap<Site, Map<string, Map<string, NthName>>>();

/** The pages below a folder by their paths from there. */
function pathsIn(site: Site, root: string): Map<string, NthName> {
  return remember(site, `paths ${root}`, () => {
    const start = root === '' ? '' : `${root}/`;
    const below = site.pages.filter((page) => page.startsWith(start));
    return named(below.map((page) => ({ page, names: pathsOf(site, page, root) })));
  });
}

/** All pages by the names that they have wherever the file lies. */
function addressesFrom(site: Site, file: string): Map<string, NthName> {
  const ofFile = frameworkNamed(site.framework).nameFrom === undefined ? '' : folderOf(file);
  return remember(site, `addresses ${ofFile}`, () =>
    named(site.pages.map((page) => ({ page, names: namesOf(site, file, page, null) }))),
  );
}

function remember(site: Site, key: string, make: () => Map<string, NthName>): Map<string, NthName> {
  const ofSite = kept.get(site) ?? new Map<string, Map<string, NthName>>();
  kept.set(site, ofSite);
  const names = ofSite.get(key) ?? make();
  ofSite.set(key, names);
  return names;
}

/** The more exact names of all pages come before the less exact ones of any. */
function named(pages: { page: string; names: (string | null)[] }[]): Map<string, NthName> {
  const found = new Map<string, NthName>();
  for (let name = 0; name < nameCount; name++) {
    for (const { page, names } of pages) {
      const written = names[name]?.toLowerCase();
      if (written !== undefined && !found.has(written)) found.set(written, { page, name });
    }
  }
  return found;
}

const nameCount = 8;
/** The first names are paths of files. */
const fileCount = 2;

/** The names of a page, from the most to the least exact; null where it has no name of that form. */
function namesOf(site: Site, file: string, page: string, root: string | null): (string | null)[] {
  return [
    ...(root === null ? noPaths : pathsOf(site, page, root)),
    frameworkName(site, file, page),
    site.address(page),
    site.basePath === '' ? null : posix.join(site.basePath, site.address(page)),
  ];
}

const noPaths = [null, null, null, null, null];

/** The path from a folder, with and without its ending, numbers, or the name of an index. */
function pathsOf(site: Site, page: string, root: string): (string | null)[] {
  const within = root === '' ? page : page.startsWith(`${root}/`) ? page.slice(root.length + 1) : null;
  if (within === null) return noPaths;
  const bare = within.replace(/\.\w+$/, '');
  const folder = bare.replace(/(?:^|\/)(?:index|readme|_index)$/i, '');
  const id = site.id(page);
  return [
    within,
    bare,
    id === null ? null : posix.join(posix.dirname(within), id),
    bare.split('/').map(withoutNumber).join('/'),
    folder === bare ? null : folder,
  ];
}

/** Base folders of names: those of its kind, else the navigation file's folder and the framework's own, and the docs root. */
function rootsOf(site: Site, file: string): string[] {
  const ofKind = navigationFiles(site.framework, file).flatMap(
    (one) => one.rootsOf?.(file, site.sourceRoots) ?? [],
  );
  const own = folderOf(file);
  const folders = site.sourceRoots.filter((root) => root !== own);
  const usual = isConfiguration(file) ? [...folders, own] : [own, ...folders];
  return [...new Set([...(ofKind.length > 0 ? ofKind : usual), site.docsRoot])];
}

/** In a configuration file names are relative to the docs folder that it sets, in other files to their own folder. */
const isConfiguration = (file: string) =>
  /\.(?:ya?ml|toml|[cm]?[jt]s)$/.test(file) && !/(?:^|\/)_[^/]*$/.test(file);

/** The name of a page by what the framework calls it from this file. */
const frameworkName = (site: Site, file: string, page: string): string | null =>
  frameworkNamed(site.framework).nameFrom?.(file, page, false) ?? null;

const pathFrom = (page: string, { root, name }: Spelling) => {
  const path = posix.relative(root === '' ? '.' : root, page);
  return name === 0 ? path : path.replace(/\.\w+$/, '');
};

function split(target: string): { before: string; name: string; after: string } {
  const path = target.replace(/[?#].*/s, '');
  const rest = target.slice(path.length);
  // `~/` is the folder of the configuration.
  const before = /^(?:[.~]?\/)+/.exec(path)?.[0] ?? '';
  const ending = /(?:\/|\/?index\.html|\.html)$/.exec(path.slice(before.length))?.[0] ?? '';
  const name = path.slice(before.length, path.length - ending.length);
  return { before, name: decodedPath(name), after: ending + rest };
}
