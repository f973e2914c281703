import type { DatabaseSync } from 'node:sqlite';
import { allowedFacets, type Facet } from './filter-facets.ts';
import { hasTable } from './index-file.ts';
import type { IndexedPage } from './read-page.ts';
import type { SearchFilter } from './search.ts';

export type ListedPage = Pick<
  IndexedPage,
  'path' | 'url' | 'title' | 'description' | 'version' | 'language'
> & {
  /** What it is, unless it is docs. */
  kind: string | null;
};

/** `linked`: first those that other pages link to most. */
export type PageOrder = 'path' | 'linked';

/**
 * The pages that a filter allows, by path. Without a version or language in the filter, those of the site's defaults.
 */
export function createPageList(
  database: DatabaseSync,
  facets: Facet[],
): (filter: SearchFilter, order?: PageOrder) => ListedPage[] {
  const kind = hasTable(database, 'origins') ? '(SELECT kind FROM origins WHERE page_id = pages.id)' : 'NULL';
  const select = (order: string) => `SELECT path, url, title, description, version, language, ${kind} AS kind
    FROM pages JOIN facets ON facets.id = facet_id
    WHERE facet_id IN (SELECT value FROM json_each(?)) ORDER BY ${order}`;
  const byPath = database.prepare(select('path'));
  // A line per link.
  const links = "length(link_texts) - length(replace(link_texts, char(10), '')) + (link_texts <> '')";
  return (filter, order = 'path') => {
    const allowed = allowedFacets(facets, filter);
    const isNamed = filter.version !== undefined || filter.language !== undefined;
    const byDefault = isNamed ? allowed : allowed.filter(({ isDefault }) => isDefault);
    const chosen = byDefault.length > 0 ? byDefault : allowed;
    const pages = order === 'path' ? byPath : database.prepare(select(`${links} DESC, path`));
    return pages.all(JSON.stringify(chosen.map(({ id }) => id))) as ListedPage[];
  };
}
