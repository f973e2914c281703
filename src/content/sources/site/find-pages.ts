import type { ContentWarning } from '../../page.ts';
import type { WorkerPool } from '../../worker-pool.ts';
import { largestSitemap } from './sitemap.ts';
import type { PoliteFetch } from './polite-fetch.ts';
import { userAgent } from './robots.ts';
import type { Scope } from './scope.ts';

const mostSitemaps = 200;

/** Milliseconds to read one sitemap: ten times what one of 50 MB takes. */
const readingTime = 30_000;

/**
 * The pages that a site's sitemaps name, in their order; empty when it has none, or none for this part of the site.
 * @param named by `robots.txt`, or by whoever configured the site
 */
export async function findPages(
  fetch: PoliteFetch,
  workers: WorkerPool,
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
    const result = await workers.run({ kind: 'sitemap', source: body ?? Buffer.alloc(0) }, readingTime);
    const sitemap = 'excess' in result ? null : result.sitemap;
    if (sitemap === null) {
      warnings.push({ file: url, message: 'The sitemap cannot be unpacked; it was skipped.' });
      continue;
    }
    waiting.push(...sitemap.sitemaps);
    for (const href of sitemap.pages) {
      const page = scope.pageAt(href);
      if (page !== null) pages.set(page.href, page);
    }
  }
  return [...pages.values()];
}
