import type { ContentWarning } from '../../page.ts';
import { largestSitemap, readSitemap } from './sitemap.ts';
import type { PoliteFetch } from './polite-fetch.ts';
import { userAgent } from './robots.ts';
import type { Scope } from './scope.ts';

const mostSitemaps = 200;

/**
 * The pages that a site's sitemaps name, in their order; empty when it has none, or none for this part of the site.
 * @param named by `robots.txt`, or by whoever configured the site
 */
export async function findPages(
  fetch: PoliteFetch,
  scope: Scope,
  named: readonly string[],
  warnings: ContentWarning[],
  signal?: AbortSignal,
): Promise<URL[]> {
  const origin = new URL(scope.base).origin;
  const waiting = [...new Set([...named, `${scope.base}/sitemap.xml`, `${origin}/sitemap.xml`])];
  const seen = new Set<string>();
  const pages = new Map<string, URL>();
  for (let url = waiting.shift(); url !== undefined && seen.size < mostSitemaps; url = waiting.shift()) {
    if (seen.has(url) || !URL.canParse(url) || new URL(url).origin !== origin) continue;
    seen.add(url);
    const { status, body } = await fetch(new URL(url), {
      headers: { 'user-agent': userAgent },
      maxBytes: largestSitemap,
      signal,
    });
    if (status !== 200) continue;
    try {
      const sitemap = readSitemap(body ?? Buffer.alloc(0));
      waiting.push(...sitemap.sitemaps);
      for (const href of sitemap.pages) {
        const page = scope.pageAt(href);
        if (page !== null) pages.set(page.href, page);
      }
    } catch {
      warnings.push({ file: url, message: 'The sitemap cannot be unpacked; it was skipped.' });
    }
  }
  return [...pages.values()];
}
