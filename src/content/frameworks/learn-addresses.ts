import type { FileTree } from '../sources/file-tree.ts';
import type { PageFile, Site } from './framework.ts';
import { folderOf, joinPath } from './paths.ts';
import { withoutNumber } from './url-mapping.ts';

/** Pages that are looked at: enough to see a habit, and few enough for a site of any size. */
const maxPages = 300;

/** Different links that must be there and that are looked at, and the share of them that the addresses found must explain. */
const minLinks = 8;
const maxLinks = 5000;
const minShare = 0.5;

/** Share of the pages that a folder holds when it counts as the root of the docs. */
const rootShare = 0.6;

/** Folders above each other that are tried as the root, and the folders of a prefix: each is tried with each link. */
const maxRoots = 8;
const maxPrefix = 5;

/** How files become addresses: without the folder, numbers and the last folder above a page, below a prefix. */
type Way = { folder: string; hasNumbers: boolean; isFlat: boolean; prefix: string };

/**
 * The site with the addresses that its pages use for each other, when those differ from where the files are: a docs
 * set is written for one site, so its links from the root (`/docs/guide/start` for `02-guide/01-start.md`) show how that
 * site makes addresses. `why` says in words what was found; without a clear habit the site stays as it is.
 */
export async function learnAddresses(
  site: Site,
  tree: FileTree,
): Promise<{ site: Site; why: string | null }> {
  const links = site.pages.length < minLinks ? [] : await sampleLinks(site.pages, tree);
  if (links.length < minLinks) return { site, why: null };
  const asIs =
    countLinks(
      links,
      site.pages.map(({ path }) => path),
    ).get('') ?? 0;
  let best: Way | null = null;
  let most = Math.max(asIs * 1.2, links.length * minShare);
  for (const way of waysOf(site.pages)) {
    const paths = site.pages.map((page) => mappedPath(page, way));
    if (new Set(paths).size < paths.length) continue;
    for (const [prefix, count] of countLinks(links, paths)) {
      if (count > most) [best, most] = [{ ...way, prefix }, count];
    }
  }
  if (best === null) return { site, why: null };
  const way = withoutBase(best, site.addresses.base);
  const pages = site.pages.map((page) => ({ ...page, path: mappedPath(page, way) }));
  const sourceRoots = way.folder === '' ? site.sourceRoots : [...site.sourceRoots, way.folder];
  return { site: { ...site, pages, sourceRoots }, why: describe(best) };
}

/** The different addresses from the root, without anchor and ending, that the pages link to. */
async function sampleLinks(pages: PageFile[], tree: FileTree): Promise<string[]> {
  const links = new Set<string>();
  const step = Math.max(1, pages.length / maxPages);
  const chosen = Array.from(
    { length: Math.min(pages.length, maxPages) },
    (_, at) => pages[Math.floor(at * step)]!,
  );
  for (const { file } of chosen) {
    const { text } = await tree.read(file);
    for (const [, inMarkdown, inHtml] of (text ?? '').matchAll(
      /\]\(<?(\/[^\s()<>#?"']{1,300})|\bhref=["'](\/[^\s"'#?<>]{1,300})/g,
    )) {
      const link = inMarkdown ?? inHtml ?? '';
      const path = joinPath(link.replace(/\.(?:html?|mdx?)$/, ''));
      if (path !== '' && !link.startsWith('//') && !/\.[a-z\d]{2,4}$/i.test(path)) links.add(path);
      if (links.size === maxLinks) return [...links];
    }
  }
  return [...links];
}

/** How many links lead to a page below each prefix. */
function countLinks(links: string[], paths: string[]): Map<string, number> {
  const known = new Set(paths);
  const counts = new Map<string, number>();
  for (const link of links) {
    const parts = link.split('/');
    const starts = parts.slice(0, maxPrefix + 1);
    const at = starts.findIndex((_, index) => known.has(parts.slice(index).join('/')));
    if (at < 0) continue;
    const prefix = parts.slice(0, at).join('/');
    counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  return counts;
}

function waysOf(pages: PageFile[]): Way[] {
  return rootsOf(pages).flatMap((folder) =>
    [true, false].flatMap((hasNumbers) =>
      [false, true].map((isFlat) => ({ folder, hasNumbers, isFlat, prefix: '' })),
    ),
  );
}

/** The folders that hold most pages, from the root downwards. */
function rootsOf(pages: PageFile[]): string[] {
  const roots = [''];
  for (let root: string | undefined = ''; root !== undefined && roots.length < maxRoots;) {
    const start: string = root === '' ? '' : `${root}/`;
    const inside = Map.groupBy(
      pages.filter(({ file }) => file.startsWith(start) && file.includes('/', start.length)),
      ({ file }) => file.slice(0, file.indexOf('/', start.length)),
    );
    const found = [...inside].find(([, held]) => held.length >= pages.length * rootShare);
    root = found?.[0];
    if (root !== undefined) roots.push(root);
  }
  return roots;
}

/** What stands outside of the folder, such as a README of the repository, keeps its path. */
function mappedPath({ path, isIndex }: PageFile, { folder, hasNumbers, isFlat, prefix }: Way): string {
  if (folder !== '' && path !== folder && !path.startsWith(`${folder}/`)) return path;
  const inside = folder === '' ? path : path.slice(folder.length + 1);
  const bare = hasNumbers ? inside : inside.split('/').map(withoutNumber).join('/');
  const name = bare.slice(bare.lastIndexOf('/') + 1);
  return joinPath(prefix, isFlat && !isIndex ? joinPath(folderOf(folderOf(bare)), name) : bare);
}

/** A base that ends with the prefix has it already. */
function withoutBase(way: Way, base: string): Way {
  const path = URL.canParse(base) ? new URL(base).pathname : base;
  return `${joinPath(path)}/`.endsWith(`/${way.prefix}/`) || joinPath(path) === way.prefix
    ? { ...way, prefix: '' }
    : way;
}

function describe({ folder, hasNumbers, isFlat, prefix }: Way): string {
  const parts = [
    folder === '' ? '' : `without ${folder}/`,
    hasNumbers ? '' : 'without the numbers in front of names',
    isFlat ? 'without the folder above a page' : '',
    prefix === '' ? '' : `below /${prefix}`,
  ];
  return `its pages link to each other ${parts.filter((part) => part !== '').join(', ')}, so addresses are made so`;
}
