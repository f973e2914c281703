import { DocentError } from '../../../errors.ts';
import { openPublicFetcher, type PublicFetcher } from '../../../lib/public-fetch.ts';
import type { PrivateHosts } from '../../../lib/public-address.ts';
import type { ContentWarning } from '../../page.ts';
import type { FileTree, SitePage } from '../file-tree.ts';
import { addressesPerPage, connections, crawl } from './crawl.ts';
import type { SiteAccess } from './fetch-page.ts';
import { findPages } from './find-pages.ts';
import { openPageStore, type PageStore, type StoredPage } from './page-store.ts';
import { type PoliteFetch, politely } from './polite-fetch.ts';
import { readRobots, userAgent } from './robots.ts';
import { createTitles, findFurniture, withoutMarks } from './site-furniture.ts';
import { type Scope, scopeOf } from './site-scope.ts';

type SiteSource = {
  /** The start page, or a sitemap. */
  url: string;
  /** The folder with the pages of the last run. */
  folder: string;
  maxPages: number;
  privateHosts: PrivateHosts;
  limits?: SiteLimits | undefined;
  /** What is kept of a page: its text, or what its HTML says of its address and ids. */
  as?: SiteAccess['as'];
};

/** The pages of a site as they were read. */
type Crawled = {
  fetch: PoliteFetch;
  scope: Scope;
  store: PageStore;
  pages: Map<string, StoredPage>;
  warnings: ContentWarning[];
};

/** Limits: characters of all pages, milliseconds for all pages, milliseconds of CPU for one page. */
export type SiteLimits = { text: number; time: number; pageCpu: number };

/** Real pages of 10 MB take a tenth of that CPU. */
export const usualLimits: SiteLimits = { text: 1_000_000_000, time: 30 * 60_000, pageCpu: 10_000 };

/**
 * Reads a site by its sitemap, or else by following links from the start page, as far as its `robots.txt` allows. Each
 * file of the tree is a page.
 * @throws DocentError
 */
export async function openSite(
  source: SiteSource,
  onProgress: (done: number, known: number) => void = () => {},
  signal?: AbortSignal,
): Promise<FileTree> {
  return crawlPages(source, onProgress, signal, ({ scope, store, pages, warnings }) => {
    const tree = treeOf(source.url, scope, store, pages, warnings);
    if (tree.files.length === 0)
      throw new DocentError('not_found', `${source.url} has no pages with text. Check the address.`);
    return tree;
  });
}

/** Fetches the pages of a site, and keeps them once they could be used. @throws DocentError */
export async function crawlPages<Result>(
  source: SiteSource,
  onProgress: (done: number, known: number) => void,
  signal: AbortSignal | undefined,
  use: (crawled: Crawled) => Result | Promise<Result>,
): Promise<Result> {
  const { time } = source.limits ?? usualLimits;
  const deadline = AbortSignal.timeout(time);
  try {
    return await readSite(source, onProgress, AbortSignal.any([deadline, ...(signal ? [signal] : [])]), use);
  } catch (error) {
    if (!deadline.aborted || signal?.aborted === true) throw error;
    const limit = `${Math.ceil(time / 60_000)} minutes`;
    throw new DocentError('not_ready', `${source.url} takes more than ${limit} to read. Read less of it.`, {
      cause: error,
    });
  }
}

async function readSite<Result>(
  { url, folder, maxPages, privateHosts, limits = usualLimits, as }: SiteSource,
  onProgress: (done: number, known: number) => void,
  signal: AbortSignal,
  use: (crawled: Crawled) => Result | Promise<Result>,
): Promise<Result> {
  const given = new URL(url);
  const isSitemap = /\.xml(?:\.gz)?$/i.test(given.pathname);
  const warnings: ContentWarning[] = [];
  const store = await openPageStore(folder);
  const fetcher = openPublicFetcher(privateHosts, connections);
  try {
    const start = isSitemap ? new URL('./', given) : await movedTo(given, fetcher, signal);
    const scope = scopeOf(start);
    const first = scope.pageAt(start.href);
    if (first === null)
      throw new DocentError('invalid_request', `${url} is not a page. Name a site, or its sitemap.`);
    const robots = await readRobots(fetcher, start, signal);
    const fetch = politely(fetcher, robots.delay, signal);
    const sitemaps = isSitemap ? [given.href] : robots.sitemaps;
    const { pageCpu } = limits;
    const site = { fetch, robots, scope, store, pageCpu, warnings, signal, as };
    const listed = await findPages(site, sitemaps, maxPages * addressesPerPage);
    const pages = await crawl({
      ...site,
      start: listed.length > 0 ? listed : [first],
      followLinks: listed.length === 0,
      maxPages,
      maxText: limits.text,
      onProgress,
    });
    const result = await use({ fetch, scope, store, pages, warnings });
    await store.save(pages);
    return result;
  } finally {
    await fetcher.close();
  }
}

/** The site's URL after redirects: many redirect from http to https, or to another host. */
async function movedTo(start: URL, fetcher: PublicFetcher, signal: AbortSignal | undefined): Promise<URL> {
  const robots = await readRobots(fetcher, start, signal);
  if (!robots.allows(start)) return start;
  const { url } = await fetcher.get(start, { headers: { 'user-agent': userAgent }, maxBytes: 0, signal });
  return url.origin === start.origin ? start : url;
}

function treeOf(
  name: string,
  scope: Scope,
  store: PageStore,
  pages: Map<string, StoredPage>,
  warnings: ContentWarning[],
): FileTree {
  const texts = new Map<string, StoredPage>();
  const inOrder = [...pages.keys()].sort().map((href) => pages.get(href)!);
  const shown = inOrder.filter(({ file }) => file !== null);
  const furniture = findFurniture(shown);
  const titleOf = createTitles(shown);
  const places = new Map<string, SitePage>();
  for (const [href, page] of pages) {
    if (page.file === null) continue;
    const path = scope.pathOf(new URL(href));
    const isIndex = path === '' || path.endsWith('/');
    const name = isIndex ? `${path}index.html` : path;
    texts.set(name, page);
    places.set(name, { path: path.replace(/\/$/, ''), isIndex, anchors: 'ids' });
  }
  return {
    name,
    files: [...texts.keys()].sort(),
    warnings,
    site: { base: scope.base, dialects: ['html'], pages: places },
    async read(file) {
      const page = texts.get(file);
      const text = await store.read(page?.file ?? '').catch(() => null);
      if (page === undefined || text === null) return { text: null, warning: 'cannot be read' };
      return { text: withoutMarks(text, furniture, titleOf(page, file === 'index.html')), warning: null };
    },
  };
}
