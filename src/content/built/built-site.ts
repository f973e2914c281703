import { crawlPages } from '../sources/site/site.ts';
import type { PrivateHosts } from '../../lib/public-address.ts';
import { pathOfBase } from '../site/paths.ts';
import { userAgent } from '../sources/site/robots.ts';
import { type Build, type BuiltPage, maxMapBytes, pathOfPage } from '../site/build.ts';
import type { ReadPage } from './read-built-page.ts';
import { readMaps, usualLimits } from './built-folder.ts';

/** Reads the pages of a site by its sitemap or its links, as a source of that kind does. */
export async function openBuiltSite(
  { url, store, privateHosts }: { url: string; store: string; privateHosts: PrivateHosts },
  signal?: AbortSignal,
): Promise<Build> {
  const site = { url, folder: store, maxPages: usualLimits.pages, privateHosts, as: 'built' as const };
  return crawlPages(
    site,
    () => {},
    signal,
    async ({ scope, store, pages, warnings, fetch: get }) => {
      const found: BuiltPage[] = [];
      for (const [href, { file }] of pages) {
        if (file === null) continue;
        const { page } = JSON.parse(await store.read(file)) as ReadPage;
        const path = pathOfPage(scope.pathOf(new URL(href)));
        found.push({ ...page, path, url: href });
      }
      const maps = await readMaps(async (file) => {
        const request = { headers: { 'user-agent': userAgent }, maxBytes: maxMapBytes, signal };
        const { status, body } = await get(new URL(`${scope.base}/${file}`), request);
        return status === 200 ? body : null;
      });
      const { base } = scope;
      return {
        name: url,
        pages: found,
        base,
        basePath: pathOfBase(base),
        ...maps,
        isWhole: warnings.length === 0,
        warnings,
      };
    },
  );
}
