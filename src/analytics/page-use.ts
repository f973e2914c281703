import { listPageUse, type PageUse } from '../store/turn-pages.ts';
import type { Store } from '../store/store.ts';
import { pageAddress } from './asked-question.ts';
import { periodBefore } from './period-before.ts';

/** Which pages, by descending count: cited in answers, found, rated by readers; or never found for a question. */
export type PageOrder = 'cited' | 'found' | 'helpful' | 'unhelpful' | 'unanswered' | 'never';

type Use = Omit<PageUse, 'url' | 'title'>;
/** `urls`: all addresses under which it was counted. */
type ShownPage = PageUse & { path: string | null; kind: string | null; urls: string[] };

/** The pages of the index. `kind`: what it is, `docs` for most. */
type IndexedPage = { url: string; title: string; path: string; kind: string };

/**
 * How the answers of a period used each page, and the pages of each kind. A removed page has only its address.
 * @param by.kind those of one kind
 * @param indexed the pages of the live index
 */
export async function reportPageUse(
  store: Store,
  by: { projectId: string; from: number; to: number; order: PageOrder; kind?: string | undefined },
  indexed: IndexedPage[],
): Promise<{ pages: ShownPage[]; kinds: (Use & { kind: string | null })[] }> {
  const used = byPage(await listPageUse(store, by), indexed);
  const { order } = by;
  const isWanted = ({ kind }: { kind: string | null }) => by.kind === undefined || by.kind === kind;
  const known = new Set(used.map(({ path }) => path));
  const pages =
    order === 'never'
      ? indexed.filter(({ path }) => !known.has(path)).map((page) => ({ ...nothing, ...page, urls: [] }))
      : used
          .filter((page) => page[order] > 0)
          .sort((a, b) => b[order] - a[order] || b.found - a.found || (a.url < b.url ? -1 : 1));
  const kinds = [...Map.groupBy(used, ({ kind }) => kind)]
    .map(([kind, some]) => ({ kind, ...some.map(useOf).reduce(sumOf, nothing) }))
    .sort(
      (a, b) => Number(a.kind === null) - Number(b.kind === null) || b.cited - a.cited || b.found - a.found,
    );
  return { pages: pages.filter(isWanted), kinds };
}

const useOf = ({ cited, found, unanswered, helpful, unhelpful }: Use): Use => ({
  cited,
  found,
  unanswered,
  helpful,
  unhelpful,
});

/** Counts each page once, though its site has moved or got its address after the first questions. */
function byPage(used: PageUse[], indexed: IndexedPage[]): ShownPage[] {
  const known = new Map(
    indexed.flatMap((page) =>
      [`/${page.path}`, placeOf(page.url), pageAddress(page.url)].map((name) => [name, page] as const),
    ),
  );
  const pages = new Map<string, ShownPage>();
  for (const { url, title, ...use } of used) {
    const page = known.get(url) ?? known.get(placeOf(url));
    const name = page === undefined ? url : `/${page.path}`;
    const shown = pages.get(name) ?? { ...nothing, url, title: page?.title ?? title, path: page?.path ?? null, kind: page?.kind ?? null, urls: [] }; // prettier-ignore
    // Conversations are listed by the address that they were stored with: the page's own, if it is one of them.
    if (page !== undefined && url === pageAddress(page.url)) shown.url = url;
    pages.set(name, { ...sumOf(shown, use), urls: [...shown.urls, url] });
  }
  return [...pages.values()];
}

/** An address without its site. */
const placeOf = (url: string) => url.replace(/^https?:\/\/[^/]*/i, '');

function sumOf<Page extends Use>(page: Page, use: Use): Page {
  const sums = Object.keys(nothing).map((name) => [name, page[name as keyof Use] + use[name as keyof Use]]);
  return { ...page, ...Object.fromEntries(sums) };
}

/** Adds the numbers of the equally long period before. */
export async function withPagesBefore(
  store: Store,
  by: { projectId: string; from: number; to: number },
  pages: ShownPage[],
): Promise<(Omit<ShownPage, 'urls'> & { before: Use })[]> {
  const urls = pages.flatMap(({ urls }) => urls);
  const earlier = urls.length === 0 ? [] : await listPageUse(store, { ...by, ...periodBefore(by), urls });
  const before = new Map(earlier.map(({ url, title: _, ...use }) => [url, use]));
  return pages.map(({ urls, ...page }) => ({
    ...page,
    before: urls.map((url) => before.get(url) ?? nothing).reduce(sumOf, nothing),
  }));
}

const nothing = { cited: 0, found: 0, unanswered: 0, helpful: 0, unhelpful: 0 };
