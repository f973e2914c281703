import robotsParser from 'robots-parser';
import { DocentError } from '../../../errors.ts';
import type { PublicFetcher } from '../../../lib/public-fetch.ts';

/** Our user agent; `robots.txt` may name it. */
export const userAgent = 'Docent/1 (documentation indexer)';

// The types of this CommonJS package declare a default export that does not exist.
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

const maxBytes = 512 * 1024;

/** Maximum characters of wildcard rules, each of which can cost as many steps as the path has characters. */
const maxWildcards = 50_000;

/** Seconds. With a longer delay a crawl would never end. */
const maxDelay = 10;

/** The rules of a `robots.txt`: RFC 9309. */
export type Robots = {
  allows(url: URL): boolean;
  /** The crawl delay in milliseconds; null without one. */
  delay: number | null;
  sitemaps: string[];
};

/**
 * Reads a site's `robots.txt`. A missing file allows everything.
 * @throws DocentError `not_ready` when the site fails to answer, because then nothing is allowed
 */
export async function readRobots(fetcher: PublicFetcher, site: URL, signal?: AbortSignal): Promise<Robots> {
  const url = new URL('/robots.txt', site);
  const { status, body } = await fetcher.get(url, {
    headers: { 'user-agent': userAgent },
    maxBytes,
    signal,
  });
  if (status >= 500 || status === 429)
    throw new DocentError('not_ready', `${url.href} answers ${status}. Try again later.`);
  if (body === null)
    throw new DocentError(
      'not_ready',
      `${url.href} is larger than 512 KB, so it is not known what it allows.`,
    );
  const text = status === 200 ? body.toString() : '';
  const wildcards = text.split(/[\r\n]/).filter((line) => line.includes('*') && line.includes('/'));
  if (wildcards.join('').length > maxWildcards)
    throw new DocentError('not_ready', `${url.href} has more rules with wildcards than can be followed.`);
  const robots = parseRobots(url.href, text);
  const seconds = robots.getCrawlDelay(userAgent);
  return {
    allows: (page) => robots.isAllowed(page.href, userAgent) !== false,
    delay: seconds === undefined ? null : Math.min(seconds, maxDelay) * 1000,
    sitemaps: robots.getSitemaps(),
  };
}
