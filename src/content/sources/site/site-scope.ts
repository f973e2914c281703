import { withoutEnd } from '../../../lib/without-end.ts';
/** The part of a site that is read: what lies below the path of the address that was given. */
export type Scope = {
  /** Where its pages are, without a slash at the end. */
  base: string;
  /** The address of a page in its one spelling; null for what is outside, or no page. */
  pageAt(href: string): URL | null;
  /** A page's path below the base; what ends with a slash stands for a folder. */
  pathOf(url: URL): string;
};

/** What a site has beside pages. */
const noPage =
  /\.(?!html?$|php$|aspx?$|md$)(?:png|jpe?g|gif|svg|webp|avif|ico|css|m?js|json|xml|rss|atom|txt|ya?ml|pdf|zip|t?gz|tar|exe|dmg|mp[34]|webm|woff2?|ttf|map|csv)$/i;

const maxPathLength = 1000;

/** `https://example.com/docs/` holds what is below; `https://example.com/docs/intro.html` what is beside it. */
export function scopeOf(start: URL): Scope {
  const last = start.pathname.slice(start.pathname.lastIndexOf('/') + 1);
  const folder = last.includes('.') ? start.pathname.slice(0, -last.length) : start.pathname;
  const base = `${start.origin}${withoutEnd(folder, '/')}`;
  return {
    base,
    pageAt(href) {
      if (!URL.canParse(href)) return null;
      const url = new URL(href);
      // Queries are endless, and pages of docs do not need them.
      url.search = '';
      url.hash = '';
      url.pathname = url.pathname.replaceAll(/\/{2,}/g, '/').replace(/\/index\.html?$/, '/');
      const isInside = url.href === base || url.href.startsWith(`${base}/`);
      return isInside && url.pathname.length <= maxPathLength && !noPage.test(url.pathname) ? url : null;
    },
    pathOf: (url) => decodedPath(url.href.slice(base.length).replace(/^\//, '')),
  };
}

/** A path as people write it; one that is not well encoded stays as it is. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
