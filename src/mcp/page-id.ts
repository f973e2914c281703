import type { IndexedPage } from '../retrieval/read-page.ts';
import type { Docs } from './docs.ts';

/** What tools call a page, with one of its sections: the first page of a site has no path, and goes by `index`. */
export function pageId(path: string, anchor: string | null = null): string {
  return anchor === null ? path || 'index' : `${path || 'index'}#${anchor}`;
}

/** The page of an id, a path or an address. */
export function findPage({ index, groups }: Docs, id: string): IndexedPage | undefined {
  return index.page(id, groups) ?? (/^index(#|$)/.test(id) ? index.page('/', groups) : undefined);
}
