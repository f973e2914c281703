import { listPageUse, type PageUse } from '../store/turn-pages.ts';
import type { Store } from '../store/store.ts';
import { pageAddress } from './asked-question.ts';

/** Which pages: most cited in answers, worst rated by readers, or never found for a question. */
export type PageOrder = 'cited' | 'unhelpful' | 'unanswered' | 'never';

/** The pages of the index. */
type IndexedPage = { url: string; title: string; path: string };

/**
 * What the pages did in the answers of a period. A page that was removed has only its address.
 * @param indexed the pages of the live index
 */
export async function reportPageUse(
  store: Store,
  by: { projectId: string; from: number; to: number; order: PageOrder },
  indexed: IndexedPage[],
): Promise<(PageUse & { path: string | null })[]> {
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

const nothing = { cited: 0, found: 0, unanswered: 0, helpful: 0, unhelpful: 0 };
