import { decodedPath } from '../../lib/decoded-path.ts';
import { posix } from 'node:path';
import type { Site } from '../checks/checked-site.ts';

/** How a file writes a page's name: which of its names, with which prefix and suffix. */
type Spelling = { name: number; root: string; before: string; after: string };

/** The page that a target in a navigation file names, and its form; null when it names no page of the docs. */
export function findNamed(
  site: Site,
  file: string,
  target: string,
): { page: string; spelling: Spelling } | null {
  const { before, name, after } = split(target);
  const found = rootsOf(site, file).flatMap((root) => {
    const one = name.startsWith('../')
      ? namedAbove(site, file, posix.join(root, name))
      : namesIn(site, file, root).get(name.toLowerCase());
    return one === undefined ? [] : [{ page: one.page, spelling: { name: one.name, root, before, after } }];
  });
  // Paths win over addresses, because an address may equal the path of another page.
  return found.find(({ spelling }) => spelling.name < firstAddress) ?? found[0] ?? null;
}

/** A page outside of the base folder, by its path from there: `../guide/install.md`. */
function namedAbove(site: Site, file: string, path: string): { page: string; name: number } | undefined {
  const one = namesIn(site, file, '').get(path.toLowerCase());
  return one !== undefined && one.name < pathCount ? one : undefined;
}

/** A page's name in a navigation file, in the same form as another name. */
export function spell(site: Site, file: string, page: string, spelling: Spelling): string | null {
  const own = namesOf(site, file, page, spelling.root)[spelling.name] ?? null;
  // A page outside of the base folder is named by its relative path.
  const relative =
    own ?? moduleName(file, page) ?? (spelling.name < pathCount ? pathFrom(page, spelling) : null);
  if (relative === null) return null;
  const before = relative.startsWith('../') && spelling.before === './' ? '' : spelling.before;
  return `${before}${relative}${spelling.after}`;
}

/** Each page by each of its names. */
const kept = new WeakMap<Site, Map<string, Map<string, { page: string; name: number }>>>();

function namesIn(site: Site, file: string, root: string): Map<string, { page: string; name: number }> {
  const ofSite = kept.get(site) ?? new Map();
  kept.set(site, ofSite);
  const key = `${root}\n${posix.dirname(file)}`;
  const known = ofSite.get(key);
  if (known !== undefined) return known;
  const names = new Map<string, { page: string; name: number }>();
  const spelled = site.pages.map((page) => ({ page, all: namesOf(site, file, page, root) }));
  for (let nth = 0; nth < nameCount; nth++) {
    for (const { page, all } of spelled) {
      const name = all[nth]?.toLowerCase();
      if (name !== undefined && !names.has(name)) names.set(name, { page, name: nth });
    }
  }
  ofSite.set(key, names);
  return names;
}

const nameCount = 8;
/** The first names are paths of files. */
const pathCount = 2;
const firstAddress = 6;

/** The names of a page, from the most to the least exact; null where it has no name of that form. */
function namesOf(site: Site, file: string, page: string, root: string): (string | null)[] {
  const within = root === '' ? page : page.startsWith(`${root}/`) ? page.slice(root.length + 1) : null;
  const bare = within?.replace(/\.\w+$/, '') ?? null;
  const folder = bare?.replace(/(?:^|\/)(?:index|readme|_index)$/i, '') ?? null;
  const id = within === null ? null : frontMatterId(site.text(page));
  const inFolder = within === null || id === null ? null : posix.join(posix.dirname(within), id);
  return [
    within,
    bare,
    inFolder,
    bare === null ? null : bare.split('/').map(withoutNumber).join('/'),
    folder === bare ? null : folder,
    moduleName(file, page),
    site.address(page),
    site.basePath === '' ? null : posix.join(site.basePath, site.address(page)),
  ];
}

/** Base folders of names: the navigation file's folder, the framework's own folders, the docs root. */
function rootsOf(site: Site, file: string): string[] {
  const [, version] = /versioned_sidebars\/([^/]+)-sidebars\.json$/.exec(file) ?? [];
  const versions = site.sourceRoots.filter((root) => version !== undefined && root.endsWith(`/${version}`));
  if (versions.length > 0) return versions;
  const own = posix.dirname(file).replace(/^\.$/, '');
  const pages = /(?:^|\/)modules\/[^/]+\//.test(file)
    ? [posix.join(own.replace(/\/partials$/, ''), 'pages')]
    : [];
  const folders = site.sourceRoots.filter((root) => root !== own);
  return [
    ...new Set([...pages, ...(isConfiguration(file) ? [...folders, own] : [own, ...folders]), site.docsRoot]),
  ];
}

/**
 * In a configuration file names are relative to the docs folder that it sets, in other files to their own folder, and
 * so they are in those of DocFX and Fern.
 */
const isConfiguration = (file: string) =>
  /\.(?:ya?ml|toml|[cm]?[jt]s)$/.test(file) && !/(?:^|\/)(?:_|fern\/|toc\.)/i.test(file);

/** Antora's `module:page.adoc` for a page of another module. https://docs.antora.org/antora/latest/page/resource-id/ */
function moduleName(file: string, page: string): string | null {
  const [, own] = /(?:^|\/)modules\/([^/]+)\//.exec(file) ?? [];
  const [, other, path] = /(?:^|\/)modules\/([^/]+)\/pages\/(.+)$/.exec(page) ?? [];
  return own === undefined || other === undefined || own === other ? null : `${other}:${path}`;
}

const pathFrom = (page: string, { root, name }: Spelling) => {
  const path = posix.relative(root === '' ? '.' : root, page);
  return name === 0 ? path : path.replace(/\.\w+$/, '');
};

const withoutNumber = (segment: string) => segment.replace(/^\d{1,4}\s*[-_.]+\s*(?=[^-_.\s])/, '');

function frontMatterId(text: string): string | null {
  const [, head] = /^---[ \t]*\r?\n([^]{0,4000}?)\r?\n---/.exec(text) ?? [];
  return /^id:[ \t]*["']?([^\s"']{1,200})/m.exec(head ?? '')?.[1] ?? null;
}

function split(target: string): { before: string; name: string; after: string } {
  const path = target.replace(/[?#].*$/s, '');
  const rest = target.slice(path.length);
  // DocFX writes `~/` for the folder of its configuration.
  const before = /^(?:[.~]?\/)+/.exec(path)?.[0] ?? '';
  const ending = /(?:\/|\/?index\.html|\.html)$/.exec(path.slice(before.length))?.[0] ?? '';
  const name = path.slice(before.length, path.length - ending.length);
  return { before, name: decodedPath(name), after: ending + rest };
}
