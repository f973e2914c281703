import { listPageUse, type PageUse } from '../store/turn-pages.ts';
import type { Store } from '../store/store.ts';
import { pageAddress } from './asked-question.ts';
import { periodBefore } from './period-before.ts';

/** Which pages, by descending count: cited in answers, found, rated by readers; or never found for a question. */
export type PageOrder = 'cited' | 'found' | 'helpful' | 'unhelpful' | 'unanswered' | 'never';

type Use = Omit<PageUse, 'url' | 'title'>;
type ShownPage = PageUse & { path: string | null };

/** The pages of the index. */
type IndexedPage = { url: string; title: string; path: string };

/**
 * How the answers of a period used each page. A removed page has only its address.
 * @param indexed the pages of the live index
 */
export async function reportPageUse(
  store: Store,
  by: { projectId: string; from: number; to: number; order: PageOrder },
  indexed: IndexedPage[],
): Promise<ShownPage[]> {
  const used = await listPageUse(store, by);
  if (by.order === 'never') {
    const known = new Set(used.map(({ url }) => url));
    return indexed
      .filter(({ url }) => !known.has(pageAddress(url)))
      .map(({ url, title, path }) => ({ ...nothing, url, title, path }));
  }
  const pages = new Map(indexed.map((page) => [pageAddress(page.url), page]));
  const { order } = by;
  return used
    .filter((page) => page[order] > 0)
    .sort((a, b) => b[order] - a[order] || b.found - a.found || (a.url < b.url ? -1 : 1))
    .map((page) => ({ ...page, title: pages.get(page.url)?.title ?? page.title, path: pages.get(page.url)?.path ?? null })); // prettier-ignore
}

/** Adds the numbers of the equally long period before. */
export async function withPagesBefore(
  store: Store,
  by: { projectId: string; from: number; to: number },
  pages: ShownPage[],
): Promise<(ShownPage & { before: Use })[]> {
  const urls = pages.map(({ url }) => url);
  const earlier = urls.length === 0 ? [] : await listPageUse(store, { ...by, ...periodBefore(by), urls });
  const before = new Map(earlier.map(({ url, title: _, ...use }) => [url, use]));
  return pages.map((page) => ({ ...page, before: before.get(page.url) ?? nothing }));
}

const nothing = { cited: 0, found: 0, unanswered: 0, helpful: 0, unhelpful: 0 };
