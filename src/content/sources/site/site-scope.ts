import { decodedPath } from '../../../lib/decoded-path.ts';
import { withoutEnd } from '../../../lib/without-end.ts';

/** The part of a site that is read: all pages below the path of the given URL. */
export type Scope = {
  /** The base URL, without trailing slash. */
  base: string;
  /** The canonical form of a page's URL; null for a URL outside of the scope and for one that is no page. */
  pageAt(href: string): URL | null;
  /** A page's path below the base; a trailing slash marks a folder. */
  pathOf(url: URL): string;
};

/** Endings of files that are no pages. */
const noPage =
  /\.(?!html?$|php$|aspx?$|md$)(?:png|jpe?g|gif|svg|webp|avif|ico|css|m?js|json|xml|rss|atom|txt|ya?ml|pdf|zip|t?gz|tar|exe|dmg|mp[34]|webm|woff2?|ttf|map|csv)$/i;

const maxPathLength = 1000;

/** `https://example.com/docs/` covers all pages below; `https://example.com/docs/intro.html` covers its folder. */
export function scopeOf(start: URL): Scope {
  const last = start.pathname.slice(start.pathname.lastIndexOf('/') + 1);
  const folder = last.includes('.') ? start.pathname.slice(0, -last.length) : start.pathname;
  const base = `${start.origin}${withoutEnd(folder, '/')}`;
  return {
    base,
    pageAt(href) {
      if (!URL.canParse(href)) return null;
      const url = new URL(href);
      // Queries would be endless, and docs pages do not need them.
      url.search = '';
      url.hash = '';
      url.pathname = url.pathname.replaceAll(/\/{2,}/g, '/').replace(/\/index\.html?$/, '/');
      const isInside = url.href === base || url.href.startsWith(`${base}/`);
      return isInside && url.pathname.length <= maxPathLength && !noPage.test(url.pathname) ? url : null;
    },
    pathOf: (url) => decodedPath(url.href.slice(base.length).replace(/^\//, '')),
  };
}
