import robotsParser from 'robots-parser';
import { DocentError } from '../../../errors.ts';
import type { PublicFetcher } from '../../../lib/public-fetch.ts';

/** What we call ourselves; `robots.txt` may name it. */
export const userAgent = 'Docent/1 (documentation indexer)';

// The types of this CommonJS package speak of a default export that it has not.
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

const largest = 512 * 1024;

/** Characters of rules with wildcards, each of which can cost as many steps as the path has characters. */
const maxWildcards = 50_000;

/** Seconds. A site that asks for more would never be read. */
const maxDelay = 10;

/** What a site allows: RFC 9309. */
export type Robots = {
  allows(url: URL): boolean;
  /** Milliseconds that the site wants between two requests; null when it does not say. */
  delay: number | null;
  sitemaps: string[];
};

/**
 * Reads a site's `robots.txt`. One that is not there allows everything.
 * @throws DocentError `not_ready` when the site cannot say, for then nothing is allowed
 */
export async function readRobots(fetcher: PublicFetcher, site: URL, signal?: AbortSignal): Promise<Robots> {
  const url = new URL('/robots.txt', site);
  const { status, body } = await fetcher.get(url, {
    headers: { 'user-agent': userAgent },
    maxBytes: largest,
    signal,
  });
  if (status >= 500 || status === 429)
    throw new DocentError('not_ready', `${url.href} answers ${status}. Try again later.`);
  if (body === null)
    throw new DocentError(
      'not_ready',
      `${url.href} is larger than 512 KB, so nobody can say what it allows.`,
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
