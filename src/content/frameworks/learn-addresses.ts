import { withoutEnd } from '../../lib/without-end.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { readTexts } from '../sources/read-texts.ts';
import { spreadOver } from '../spread-over.ts';
import type { Site } from './framework.ts';
import type { PageFile } from '../site/site-facts.ts';
import { folderOf, joinPath, pathOfBase, withoutPlaceholders } from '../site/paths.ts';
import { withoutNumber } from './url-mapping.ts';
import { withoutAnyEnding } from '../site/endings.ts';

/** Sampled pages: enough to find a pattern, few enough for a site of any size. */
const maxPages = 300;

/** Minimum and maximum number of different links, and of how many on most of them may differ. */
const minLinks = 4;
const maxFew = 8;
const maxLinks = 5000;

/** The share of links that the learned addresses must explain: less when the file paths explain next to none. */
const minShare = 0.5;
const minShareOfFew = 0.9;
const minShareWhenLost = 0.25;
const maxLostShare = 0.05;

/** The minimum share of pages below a folder that may be the docs root. */
const rootShare = 0.6;

/** Maximum candidate roots, and maximum segments of a prefix; each combination is tried with each link. */
const maxRoots = 8;
const maxLinkedRoots = 2;
const maxPrefix = 5;

/** A learned mapping: which folder, numbers and last folder to drop, and which prefix to add. */
type Way = { folder: string; hasNumbers: boolean; isFlat: boolean; prefix: string };

/**
 * The site with URLs learned from its own links, when those differ from the file paths: a docs set is written for one
 * site, so its root-relative links (`/docs/guide/start` for `02-guide/01-start.md`) show that site's mapping. `why`
 * explains the result in words; without a clear pattern the site is unchanged.
 */
export async function learnAddresses(
  site: Site,
  tree: FileTree,
): Promise<{ site: Site; why: string | null }> {
  if (site.pages.length < maxFew) return { site, why: null };
  const { links, beside } = await sampleLinks(site.pages, tree);
  const given = site.pages.map(({ path }) => path);
  const distinct = new Set(given).size;
  if (links.length < minLinks) {
    const way = wayOfBeside(site.pages, beside, distinct);
    return way === null ? { site, why: null } : { site: asMapped(site, way), why: describe(way) };
  }
  const own = countLinks(links, given);
  const asIs = own.get('') ?? 0;
  let best: Way | null = null;
  const share =
    links.length < maxFew ? minShareOfFew : asIs < links.length * maxLostShare ? minShareWhenLost : minShare;
  let max = Math.max(asIs * 1.2, links.length * share);
  for (const way of waysOf(site.pages, links)) {
    const paths = site.pages.map((page) => mappedPath(page, way));
    if (new Set(paths).size < distinct) continue;
    for (const [prefix, count] of countLinks(links, paths)) {
      if (count > max) [best, max] = [{ ...way, prefix }, count];
    }
  }
  if (best === null) {
    const way = wayOfBeside(site.pages, beside, distinct);
    return way === null
      ? belowPrefix(site, own, links.length)
      : { site: asMapped(site, way), why: describe(way) };
  }
  if (isTemplate.test(best.prefix)) return belowTemplate(site, best);
  return { site: asMapped(site, withoutBase(best, site.addresses.base)), why: describe(best) };
}

/**
 * The site whose links lead below a path that its own templates fill in: `/docs/{{version}}/mail`. The base URL may say what
 * stands there; else it is left out, as hosts mostly redirect such an address.
 */
function belowTemplate(site: Site, way: Way): { site: Site; why: string } {
  const { base } = site.addresses;
  const parts = pathOfBase(base).split('/');
  const written = way.prefix.split('/');
  const isBase =
    parts.length === written.length &&
    written.every((part, at) => isTemplate.test(part) || part === parts[at]);
  if (!isBase) {
    const prefix = joinPath(withoutPlaceholders(`/${way.prefix}`));
    const why = `${describe(way)}; with the URL of your site they are complete`;
    return { site: asMapped(site, withoutBase({ ...way, prefix }, base)), why };
  }
  const mapped = asMapped(site, { ...way, prefix: '' });
  const assemble: Site['assemble'] = async (page, text, warn) => {
    const made = (await site.assemble?.(page, text, warn)) ?? { text };
    return { ...made, text: made.text.replaceAll(`/${way.prefix}/`, `/${parts.join('/')}/`) };
  };
  return { site: { ...mapped, assemble }, why: describe(way) };
}

const isTemplate = /\{\{|%7B%7B/i;

/**
 * The site below a path, when some of its links lead to pages below that path and others without it: frameworks put the
 * path of the site before links that lack it. https://nextjs.org/docs/app/api-reference/config/next-config-js/basePath
 */
function belowPrefix(
  site: Site,
  counts: Map<string, number>,
  all: number,
): { site: Site; why: string | null } {
  const { base } = site.addresses;
  const [most] = [...counts].filter(([prefix]) => prefix !== '').toSorted(([, one], [, two]) => two - one);
  const [prefix = '', count = 0] = most ?? [];
  const others = all - (counts.get('') ?? 0);
  if (
    pathOfBase(base) !== '' ||
    count < Math.max(maxFew, others * minShare) ||
    others - count > all * (1 - minShareOfFew)
  )
    return { site, why: null };
  const addresses = { ...site.addresses, base: `${withoutEnd(base, '/')}/${prefix}` };
  return {
    site: { ...site, addresses },
    why: describe({ folder: '', hasNumbers: true, isFlat: false, prefix }),
  };
}

function asMapped(site: Site, way: Way): Site {
  const pages = site.pages.map((page) => ({ ...page, path: mappedPath(page, way) }));
  const sourceRoots = way.folder === '' ? site.sourceRoots : [...site.sourceRoots, way.folder];
  return { ...site, pages, sourceRoots };
}

/** The way by which links to pages beside, such as `[x](other-page)`, lead to a page; null when most do not, or do already. */
function wayOfBeside(pages: PageFile[], beside: Beside[], distinct: number): Way | null {
  const countBy = (pathOf: (page: PageFile) => string): number => {
    const known = new Set(pages.map(pathOf));
    return beside.filter(({ page, target }) => known.has(joinPath(folderOf(pathOf(page)), target))).length;
  };
  let best: Way | null = null;
  let max = Math.max(countBy(({ path }) => path) * 1.2, beside.length * minShare, minLinks - 1);
  for (const way of waysOf(pages, [])) {
    const pathOf = (page: PageFile): string => mappedPath(page, way);
    if (new Set(pages.map(pathOf)).size < distinct) continue;
    const count = countBy(pathOf);
    if (count > max) [best, max] = [way, count];
  }
  return best;
}

/** Link targets from the root of the site: inline, of a reference, in HTML. */
const rootRelative = /(?:\]\(<?|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*<?|\bhref=["'])(\/[^\s()<>#?"']{1,300})/gm;

/** A link to a page beside its own, by the name of that page alone. */
type Beside = { page: PageFile; target: string };

const besideTarget = /\]\(([\w$@-]{1,100})(?:#[^\s()]{0,200})?\)/g;

/** The distinct root-relative link targets, without anchor and ending, and the links to pages beside. */
async function sampleLinks(
  pages: PageFile[],
  tree: FileTree,
): Promise<{ links: string[]; beside: Beside[] }> {
  const links = new Set<string>();
  const beside: Beside[] = [];
  for await (const [page, text] of readTexts(tree, spreadOver(pages, maxPages))) {
    const names = new Set(Array.from(text.matchAll(besideTarget), ([, target = '']) => target));
    for (const target of names) if (beside.length < maxLinks) beside.push({ page, target });
    for (const [, link = ''] of text.matchAll(rootRelative)) {
      const path = joinPath(withoutAnyEnding(link));
      if (path !== '' && !link.startsWith('//') && !/\.[a-z\d]{2,4}$/i.test(path)) links.add(path);
      if (links.size === maxLinks) return { links: [...links], beside };
    }
  }
  return { links: [...links], beside };
}

/** The number of links that resolve with each prefix. */
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

function waysOf(pages: PageFile[], links: string[]): Way[] {
  return [...new Set([...rootsOf(pages), ...linkedRoots(pages, links)])].flatMap((folder) =>
    [true, false].flatMap((hasNumbers) =>
      [false, true].map((isFlat) => ({ folder, hasNumbers, isFlat, prefix: '' })),
    ),
  );
}

/** The folders that hold most pages, from the root down. */
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

/** The folders below which most links would lead to a page. */
function linkedRoots(pages: PageFile[], links: string[]): string[] {
  const targets = new Set(links);
  const counts = new Map<string, number>();
  for (const { path } of pages) {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      const folder = path.slice(0, at);
      if (targets.has(path.slice(at + 1))) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return [...counts]
    .toSorted(([, one], [, two]) => two - one)
    .slice(0, maxLinkedRoots)
    .map(([folder]) => folder);
}

/** A page outside of the folder, such as the repository's README, keeps its path. */
function mappedPath({ path, isIndex }: PageFile, { folder, hasNumbers, isFlat, prefix }: Way): string {
  if (folder !== '' && path !== folder && !path.startsWith(`${folder}/`)) return path;
  const inside = folder === '' ? path : path.slice(folder.length + 1);
  const bare = hasNumbers ? inside : inside.split('/').map(withoutNumber).join('/');
  const name = bare.slice(bare.lastIndexOf('/') + 1);
  return joinPath(prefix, isFlat && !isIndex ? joinPath(folderOf(folderOf(bare)), name) : bare);
}

/** A base URL that ends with the prefix already includes it. */
function withoutBase(way: Way, base: string): Way {
  const path = pathOfBase(base);
  return `${path}/`.endsWith(`/${way.prefix}/`) || path === way.prefix ? { ...way, prefix: '' } : way;
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
