import { setImmediate } from 'node:timers/promises';
import { DocentError } from '../../../errors.ts';
import { fetchPage, type SiteAccess } from './fetch-page.ts';
import type { StoredPage } from './page-store.ts';

type Crawl = SiteAccess & {
  /** Start URLs. */
  start: URL[];
  maxPages: number;
  /** Maximum characters of all pages and their links. */
  maxText: number;
  onProgress: (done: number, known: number) => void;
};

/** Concurrent requests. */
export const connections = 4;

/** Maximum requested URLs per wanted page: some redirect, some are missing. */
export const addressesPerPage = 5;

/** Tolerated failures: a number or a share of the requests, whichever is larger. */
const fewFailures = 3;
const failureShare = 0.1;

/**
 * Fetches the pages of a site, each by its canonical URL. An unchanged page costs a response without a body. A page
 * that fails stays as it was; after too many failures, the whole crawl fails.
 * @throws DocentError `not_ready`
 */
export async function crawl(options: Crawl): Promise<Map<string, StoredPage>> {
  const { store, start, maxPages, maxText, scope, robots, warnings, onProgress, signal } = options;
  const pages = new Map<string, StoredPage>();
  const known = new Set<string>();
  const waiting: URL[] = [];
  const failures: string[] = [];
  let size = 0;
  let asked = 0;
  let forbidden = 0;
  let isCut = false;
  const add = (url: URL): void => {
    if (known.has(url.href) || known.size >= maxPages * addressesPerPage) return;
    known.add(url.href);
    if (robots.allows(url)) waiting.push(url);
    else forbidden++;
  };
  // Matching thousands of URLs against thousands of rules takes seconds.
  const addAll = async (urls: URL[]): Promise<void> => {
    for (const url of urls) {
      signal?.throwIfAborted();
      add(url);
      await setImmediate();
    }
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
      if (pages.size >= maxPages) return void (isCut = true);
      const { url, page } = outcome;
      pages.set(url.href, page);
      known.add(url.href);
      size += page.size;
      if (size > maxText)
        throw new DocentError(
          'invalid_request',
          `${scope.base} has more than ${maxText} characters. Read less of it.`,
        );
      if (options.followLinks && page.links !== null) {
        const links = await store.read(page.links);
        await addAll(links.split('\n').flatMap((href) => scope.pageAt(href) ?? []));
      }
    } else if (outcome.to !== null) add(outcome.to);
    onProgress(asked, known.size);
  };
  await addAll(start);
  if (waiting.length === 0)
    throw new DocentError(
      'invalid_request',
      `The robots.txt of ${scope.base} does not allow reading its pages.`,
    );
  try {
    await inParallel(waiting, connections, async (url) => {
      signal?.throwIfAborted();
      if (pages.size >= maxPages) isCut = true;
      else await visit(url);
      if (failures.length > Math.max(fewFailures, failureShare * Math.max(asked, store.pages.size)))
        throw new DocentError(
          'not_ready',
          `${failures.length} of ${asked} pages failed, such as ${failures.at(-1)}.`,
        );
    });
  } catch (error) {
    // Keeps the fetched pages for the next try, unless they would pile up.
    const both = new Map([...store.pages, ...pages]);
    const fits = both.size <= maxPages && both.values().reduce((sum, page) => sum + page.size, 0) <= maxText;
    await store.save(fits ? both : store.pages);
    throw error;
  }
  if (isCut) warnings.push({ file: scope.base, message: `Only the first ${maxPages} pages were read.` });
  if (forbidden > 0) warnings.push({ file: scope.base, message: `robots.txt forbids ${forbidden} pages.` });
  return pages;
}

/** Works through a list that may grow meanwhile. Fails with the first error, after running tasks have ended. */
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
