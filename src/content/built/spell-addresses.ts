import { decodedPath } from '../../lib/decoded-path.ts';
import { joinPath } from '../site/paths.ts';
import { type Build, type BuiltPage, endingOf, pathOfPage } from '../site/build.ts';
import type { ReadPage } from './read-built-page.ts';

/** Links to one page that are counted. */
const maxVotes = 50;

/** Folders that a site may lie below on its host. */
const maxFolders = 4;

/**
 * The pages of a folder with the endings that their site writes: a host may serve `guide/install.html` as
 * `guide/install`. Canonical links say it, else the links from page to page.
 */
export function spellAddresses(read: ReadPage[]): Pick<Build, 'pages' | 'base' | 'basePath'> {
  const paths = new Set(read.map(({ page }) => page.path));
  const base = mostOf(
    read.flatMap(({ page, canonical }) => baseIn(canonical, page.path) ?? []),
    read.length / 2,
  );
  const links = read.flatMap((one) => one.links);
  const fromHost = links.filter(([, isAbsolute]) => isAbsolute);
  const basePath =
    base === null
      ? mostOf(fromHost.flatMap(([path]) => foldersBefore(path, paths)))
      : joinPath(decodedPath(new URL(base).pathname));
  const votes = new Map<string, string[]>();
  for (const [path, isAbsolute] of links) {
    const below = isAbsolute ? withoutStart(pathOfPage(path), basePath ?? '') : pathOfPage(path);
    if (below === null || !paths.has(below)) continue;
    const known = votes.get(below);
    if (known === undefined) votes.set(below, [endingOf(path)]);
    else if (known.length < maxVotes) known.push(endingOf(path));
  }
  const spelled = read.map(({ page, canonical }) => {
    const said =
      base !== null && baseIn(canonical, page.path) === base ? endingOf(new URL(canonical!).pathname) : null;
    return { page, ending: said ?? mostOf(votes.get(page.path) ?? []) };
  });
  const usual = (isFolder: boolean): string =>
    mostOf(
      spelled.flatMap(({ page, ending }) =>
        ending !== null && page.path !== '' && isIndex(page) === isFolder ? ending : [],
      ),
    ) ?? (isFolder ? '/' : '.html');
  const endings = { folder: usual(true), file: usual(false) };
  const pages = spelled.map(({ page, ending }): BuiltPage => ({
    ...page,
    ending: ending ?? (isIndex(page) ? endings.folder : endings.file),
  }));
  return { pages, base, basePath };
}

function isIndex({ ending }: BuiltPage): boolean {
  return ending.startsWith('/');
}

/** The address of the site's root, if this is the canonical one of a page at the path. */
function baseIn(canonical: string | null, path: string): string | null {
  if (canonical === null) return null;
  const { origin, pathname } = new URL(canonical);
  const before = beforeEnd(pathOfPage(decodedPath(pathname)), path);
  return before === null ? null : `${origin}/${before}`.replace(/\/$/, '');
}

/** What stands before the paths of pages in a path on the host. */
function foldersBefore(place: string, paths: ReadonlySet<string>): string[] {
  const parts = pathOfPage(place).split('/');
  const starts = parts.slice(0, maxFolders + 1).map((_, at) => at);
  const found = starts.filter(
    (at) => parts.slice(at).join('/') !== '' && paths.has(parts.slice(at).join('/')),
  );
  return found.map((at) => parts.slice(0, at).join('/'));
}

function withoutStart(path: string, start: string): string | null {
  if (start === '') return path;
  return `${path}/`.startsWith(`${start}/`) ? path.slice(start.length + 1) : null;
}

function beforeEnd(path: string, end: string): string | null {
  if (end === '') return path;
  return `/${path}`.endsWith(`/${end}`) ? path.slice(0, -end.length).replace(/\/$/, '') : null;
}

/** The most frequent value, if it is there more than so many times; of two, the shorter one. */
function mostOf(values: string[], moreThan = 0): string | null {
  const groups = [...Map.groupBy(values, (value) => value)];
  const [first] = groups.sort(
    ([one, all], [other, others]) => others.length - all.length || one.length - other.length,
  );
  return first === undefined || first[1].length <= moreThan ? null : first[0];
}
