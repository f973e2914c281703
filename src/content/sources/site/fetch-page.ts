import { DocentError } from '../../../errors.ts';
import type { PublicResponse } from '../../../lib/public-fetch.ts';
import type { ContentWarning } from '../../page.ts';
import { runInWorker } from '../../run-in-worker.ts';
import type { PageStore, StoredPage } from './page-store.ts';
import type { PoliteFetch } from './polite-fetch.ts';
import { type Robots, userAgent } from './robots.ts';
import type { Scope } from './site-scope.ts';

/** Dependencies of fetching a page. */
export type SiteAccess = {
  fetch: PoliteFetch;
  robots: Robots;
  scope: Scope;
  store: PageStore;
  /** Milliseconds of CPU for the HTML of one page. */
  pageCpu: number;
  /** Whether links are followed; a sitemap already names every page. */
  followLinks: boolean;
  as?: 'built' | undefined;
  warnings: ContentWarning[];
  signal?: AbortSignal | undefined;
};

/** Maximum bytes of one page, uncompressed. */
const maxPageBytes = 10 * 1024 * 1024;

type Outcome =
  | { kind: 'page'; url: URL; page: StoredPage }
  /** No page at this URL; it may redirect to another one. */
  | { kind: 'none'; to: URL | null }
  | { kind: 'failed'; reason: string };

/** Fetches a page, or learns that it is unchanged. */
export async function fetchPage(url: URL, site: SiteAccess): Promise<Outcome> {
  const { fetch, store, scope, robots, warnings, signal } = site;
  const before = store.pages.get(url.href);
  const headers: Record<string, string> = { 'user-agent': userAgent, accept: 'text/html' };
  // Links of an unchanged page can be followed only when they are stored.
  const known = site.followLinks && before?.links === null ? undefined : before;
  if (known?.etag != null) headers['if-none-match'] = known.etag;
  else if (known?.lastModified != null) headers['if-modified-since'] = known.lastModified;
  let response: PublicResponse;
  try {
    const follows = (target: URL) => scope.pageAt(target.href) !== null;
    response = await fetch(url, { headers, maxBytes: maxPageBytes, follows, signal });
  } catch (error) {
    signal?.throwIfAborted();
    return { kind: 'failed', reason: error instanceof DocentError ? `failed (${error.message})` : 'failed' };
  }
  const { status, body } = response;
  if (status === 304 && before !== undefined) return { kind: 'page', url, page: before };
  if (status === 404 || status === 410) return { kind: 'none', to: null };
  // A known page that is refused now is not gone.
  const isRefused = status >= 400 && before !== undefined;
  if (status >= 500 || status === 429 || isRefused) return { kind: 'failed', reason: `answers ${status}` };
  if (status !== 200) {
    warnings.push({ file: url.href, message: `It answers ${status}; it was skipped.` });
    return { kind: 'none', to: null };
  }
  const place = scope.pageAt(response.url.href);
  if (place === null || !robots.allows(place)) return { kind: 'none', to: null };
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(response.header('content-type') ?? ''))
    return { kind: 'none', to: null };
  if (body === null) {
    warnings.push({ file: url.href, message: 'It is larger than 10 MB; it was skipped.' });
    return { kind: 'none', to: null };
  }
  return readPage(place, response, body, site);
}

async function readPage(
  url: URL,
  response: PublicResponse,
  body: Buffer,
  { pageCpu, store, scope, followLinks, as, warnings }: SiteAccess,
): Promise<Outcome> {
  const html = decodeHtml(body, response.header('content-type') ?? '');
  const result = await runInWorker({ kind: 'html', source: { html, url: url.href, as } }, pageCpu);
  const read = 'excess' in result ? null : result.reduced;
  if (read === null) {
    const reason =
      'excess' in result ? `takes too much ${result.excess} to read` : 'is nested too deep or too large';
    warnings.push({ file: url.href, message: `Its HTML ${reason}; it was skipped.` });
    return { kind: 'none', to: null };
  }
  const canonical = read.canonical === null ? null : scope.pageAt(read.canonical);
  if (canonical !== null && canonical.href !== url.href && canonical.href !== withSlash(url))
    return { kind: 'none', to: canonical };
  // Search engines are to leave it out, which does not say that it is no page.
  const isIndexed =
    as === 'built' || (read.index && !/\b(?:noindex|none)\b/i.test(response.header('x-robots-tag') ?? ''));
  const text = isIndexed ? read.text : '';
  const follows = read.follow ? read.links.flatMap((href) => scope.pageAt(href)?.href ?? []) : [];
  const links = followLinks ? [...new Set(follows)].join('\n') : null;
  const page: StoredPage = {
    etag: response.header('etag'),
    lastModified: response.header('last-modified'),
    file: text === '' ? null : await store.keep(text),
    links: links === null ? null : await store.keep(links),
    titles: read.titles,
    blocks: read.blocks.join(' '),
    size: text.length + (links?.length ?? 0),
  };
  return { kind: 'page', url: canonical ?? url, page };
}

/** The URL with and without trailing slash: sites may name one and answer at the other. */
function withSlash({ href }: URL): string {
  return href.endsWith('/') ? href.slice(0, -1) : `${href}/`;
}

function decodeHtml(body: Buffer, contentType: string): string {
  const charset =
    /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ??
    /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(body.subarray(0, 1024).toString('latin1'))?.[1];
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(body);
  } catch {
    return body.toString();
  }
}
