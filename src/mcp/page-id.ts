import type { IndexedPage } from '../retrieval/read-page.ts';
import type { Docs } from './docs.ts';

/** The id of a page, with an optional section, in tools. The home page has no path and is called `index`. */
export function pageId(path: string, anchor: string | null = null): string {
  return anchor === null ? path || 'index' : `${path || 'index'}#${anchor}`;
}

/** The page for an id, a path or a URL. */
export function findPage({ index, groups }: Docs, id: string): IndexedPage | undefined {
  return index.page(id, groups) ?? (/^index(#|$)/.test(id) ? index.page('/', groups) : undefined);
}
