import { DocentError } from '../../../errors.ts';
import type { PublicResponse } from '../../../lib/public-fetch.ts';
import type { ContentWarning } from '../../page.ts';
import type { WorkerPool } from '../../worker-pool.ts';
import type { PageStore, StoredPage } from './page-store.ts';
import type { PoliteFetch } from './polite-fetch.ts';
import { type Robots, userAgent } from './robots.ts';
import type { Scope } from './scope.ts';

export type Crawl = {
  fetch: PoliteFetch;
  robots: Robots;
  scope: Scope;
  store: PageStore;
  workers: WorkerPool;
  /** Where to begin. */
  start: URL[];
  /** Whether links lead on; a sitemap names every page already. */
  followLinks: boolean;
  mostPages: number;
  warnings: ContentWarning[];
  onProgress: (done: number, known: number) => void;
  signal?: AbortSignal | undefined;
};

/** Requests at once. */
export const connections = 4;

/** Bytes of one page, unpacked. */
const largestPage = 10 * 1024 * 1024;

/** Milliseconds to read the HTML of one page: a hundred times what honest ones of 10 MB take. */
const readingTime = 10_000;

/** Milliseconds for a whole site. */
const longestCrawl = 30 * 60_000;

/** Addresses that are looked at for each page that is wanted: some lead to others, or nowhere. */
const addressesPerPage = 5;

/** Pages that a site may fail to give: the larger of a number and a share of what was asked for. */
const fewFailures = 3;
const failureShare = 0.1;

/**
 * Fetches the pages of a site, each in its one spelling. A page that is the same as before costs an answer without a
 * body. One that cannot be had now stays as it was; when that happens too often, the whole crawl fails.
 * @throws DocentError `not_ready`
 */
export async function crawl(options: Crawl): Promise<Map<string, StoredPage>> {
  const { store, start, mostPages, scope, robots, warnings, onProgress, signal } = options;
  const pages = new Map<string, StoredPage>();
  const known = new Set<string>();
  const waiting: URL[] = [];
  const failures: string[] = [];
  const end = performance.now() + longestCrawl;
  let asked = 0;
  let forbidden = 0;
  let isCut = false;
  const add = (url: URL): void => {
    if (known.has(url.href) || known.size >= mostPages * addressesPerPage) return;
    known.add(url.href);
    if (robots.allows(url)) waiting.push(url);
    else forbidden++;
  };
  const visit = async (url: URL): Promise<void> => {
    asked++;
    const outcome = await fetchPage(url, options);
    if (outcome.kind === 'failed') {
      failures.push(`${url.href} ${outcome.reason}`);
      warnings.push({ file: url.href, message: `It ${outcome.reason}; what was known of it stays.` });
      const before = store.pages.get(url.href);
      if (before !== undefined) pages.set(url.href, before);
    } else if (outcome.kind === 'page') {
      if (pages.size >= mostPages) return void (isCut = true);
      pages.set(outcome.url.href, outcome.page);
      known.add(outcome.url.href);
      if (options.followLinks) outcome.page.links.flatMap((href) => scope.pageAt(href) ?? []).forEach(add);
    } else if (outcome.to !== null) add(outcome.to);
    onProgress(asked, known.size);
  };
  start.forEach(add);
  if (waiting.length === 0)
    throw new DocentError('invalid_request', `The robots.txt of ${scope.base} forbids to read its pages.`);
  try {
    await inParallel(waiting, connections, async (url) => {
      signal?.throwIfAborted();
      if (performance.now() > end)
        throw new DocentError(
          'not_ready',
          `${scope.base} takes more than 30 minutes to read. Read less of it.`,
        );
      if (pages.size >= mostPages) isCut = true;
      else await visit(url);
      if (failures.length > Math.max(fewFailures, failureShare * Math.max(asked, store.pages.size)))
        throw new DocentError(
          'not_ready',
          `${failures.length} of ${asked} pages failed, such as ${failures.at(-1)}.`,
        );
    });
  } catch (error) {
    // What was fetched need not be fetched again by the next try.
    await store.save(new Map([...store.pages, ...pages]));
    throw error;
  }
  if (isCut) warnings.push({ file: scope.base, message: `Only the first ${mostPages} pages were read.` });
  if (forbidden > 0) warnings.push({ file: scope.base, message: `robots.txt forbids ${forbidden} pages.` });
  return pages;
}

type Outcome =
  | { kind: 'page'; url: URL; page: StoredPage }
  /** There is nothing at this address; it may lead to another one. */
  | { kind: 'none'; to: URL | null }
  | { kind: 'failed'; reason: string };

async function fetchPage(url: URL, options: Crawl): Promise<Outcome> {
  const { fetch, store, scope, robots, warnings, signal } = options;
  const before = store.pages.get(url.href);
  const headers: Record<string, string> = { 'user-agent': userAgent, accept: 'text/html' };
  if (before?.etag != null) headers['if-none-match'] = before.etag;
  else if (before?.lastModified != null) headers['if-modified-since'] = before.lastModified;
  let response: PublicResponse;
  try {
    const follows = (target: URL) => scope.pageAt(target.href) !== null;
    response = await fetch(url, { headers, maxBytes: largestPage, follows, signal });
  } catch (error) {
    signal?.throwIfAborted();
    return { kind: 'failed', reason: error instanceof DocentError ? `failed (${error.message})` : 'failed' };
  }
  const { status, body } = response;
  if (status === 304 && before !== undefined) return { kind: 'page', url, page: before };
  if (status === 404 || status === 410) return { kind: 'none', to: null };
  if (status >= 500 || status === 429) return { kind: 'failed', reason: `answers ${status}` };
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
  return readPage(place, response, body, options);
}

async function readPage(
  url: URL,
  response: PublicResponse,
  body: Buffer,
  { workers, store, scope, warnings }: Crawl,
): Promise<Outcome> {
  const html = decodeHtml(body, response.header('content-type') ?? '');
  const result = await workers.run({ kind: 'html', source: { html, url: url.href } }, readingTime);
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
  const isIndexed = read.index && !/\b(?:noindex|none)\b/i.test(response.header('x-robots-tag') ?? '');
  const page: StoredPage = {
    etag: response.header('etag'),
    lastModified: response.header('last-modified'),
    file: isIndexed && read.text !== '' ? await store.keep(read.text) : null,
    links: read.follow ? read.links.filter((href) => scope.pageAt(href) !== null) : [],
  };
  return { kind: 'page', url: canonical ?? url, page };
}

/** The same address with a slash at the end, or without: sites name one and answer at the other. */
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

/** Works on a list that grows while it is worked on. Ends with the first failure, once what is under way has ended. */
async function inParallel<Item>(
  waiting: Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  try {
    while (waiting.length > 0 || running.size > 0) {
      while (waiting.length > 0 && running.size < atOnce) {
        const job: Promise<void> = work(waiting.shift()!).finally(() => running.delete(job));
        running.add(job);
      }
      await Promise.race(running);
    }
  } finally {
    await Promise.allSettled(running);
  }
}
