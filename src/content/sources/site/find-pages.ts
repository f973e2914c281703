import { DocentError } from '../../../errors.ts';
import { runInWorker } from '../../run-in-worker.ts';
import type { SiteAccess } from './fetch-page.ts';
import { userAgent } from './robots.ts';
import { maxSitemapBytes } from '../walked-paths.ts';
import type { Sitemap } from './sitemap.ts';

const maxSitemaps = 200;

/** Milliseconds to read one sitemap: ten times what one of 50 MB takes. */
const readingTime = 30_000;

type SitemapAccess = Omit<SiteAccess, 'followLinks'>;

/**
 * The pages in a site's sitemaps, in order; empty without a sitemap, or without pages of this part of the site.
 * @param given sitemaps from `robots.txt` or from the configuration
 * @param maxPages maximum number of URLs
 * @throws DocentError `not_ready` when a given sitemap cannot be fetched, because its pages would seem to be gone
 */
export async function findPages(
  site: SitemapAccess,
  given: readonly string[],
  maxPages: number,
): Promise<URL[]> {
  const { scope, warnings } = site;
  const { origin } = new URL(scope.base);
  const named = new Set(given);
  const waiting = [...new Set([...named, `${scope.base}/sitemap.xml`, `${origin}/sitemap.xml`])];
  const seen = new Set<string>();
  const pages = new Map<string, URL>();
  for (let url = waiting.shift(); url !== undefined && pages.size < maxPages; url = waiting.shift()) {
    if (seen.has(url) || !URL.canParse(url) || new URL(url).origin !== origin) continue;
    if (seen.size === maxSitemaps) {
      warnings.push({ file: scope.base, message: `Only the first ${maxSitemaps} sitemaps were read.` });
      break;
    }
    seen.add(url);
    const sitemap = await fetchSitemap(url, named.has(url), site);
    for (const child of sitemap.sitemaps.slice(0, maxSitemaps + 1)) {
      named.add(child);
      waiting.push(child);
    }
    for (const href of sitemap.pages) {
      const page = scope.pageAt(href);
      if (page !== null && pages.size < maxPages) pages.set(page.href, page);
    }
  }
  return [...pages.values()];
}

const empty: Sitemap = { pages: [], sitemaps: [] };

/** Transient statuses: RFC 9110 and RFC 6585. */
const temporary = [429, 502, 503, 504];

/** The sitemap at a URL; empty when there is none. */
async function fetchSitemap(
  url: string,
  isNamed: boolean,
  { fetch, warnings, signal }: SitemapAccess,
): Promise<Sitemap> {
  const request = { headers: { 'user-agent': userAgent }, maxBytes: maxSitemapBytes, signal };
  const { status, body } = await fetch(new URL(url), request);
  const isMissing = status === 404 || status === 410;
  // A guessed URL may be a route that fails for unknown paths.
  if (isMissing || (status !== 200 && !isNamed && !temporary.includes(status))) return empty;
  const sitemap = status === 200 ? await readBody(body) : `answers ${status}`;
  if (typeof sitemap !== 'string') return sitemap;
  if (isNamed || status !== 200)
    throw new DocentError('not_ready', `The sitemap ${url} ${sitemap}. Try again when it can be read.`);
  warnings.push({ file: url, message: `The sitemap ${sitemap}; it was skipped.` });
  return empty;
}

/** The sitemap, or its problem. */
async function readBody(body: Buffer | null): Promise<Sitemap | string> {
  if (body === null) return 'is larger than 50 MB';
  const result = await runInWorker({ kind: 'sitemap', source: body }, readingTime);
  if ('excess' in result) return `takes too much ${result.excess} to read`;
  return result.sitemap ?? 'cannot be unpacked, or is larger than 50 MB';
}
