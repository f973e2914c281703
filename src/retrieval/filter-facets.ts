import type { DatabaseSync } from 'node:sqlite';
import type { SearchFilter } from './search.ts';

/** A combination of filterable values that pages of the index have. */
export type Facet = {
  id: number;
  version: string | null;
  language: string | null;
  tags: string[];
  groups: string[];
  /** Whether it is the site's default version and language. */
  isDefault: boolean;
};

export function readFacets(database: DatabaseSync): Facet[] {
  return database
    .prepare('SELECT * FROM facets')
    .all()
    .map((row) => ({
      id: Number(row['id']),
      version: row['version'] as string | null,
      language: row['language'] as string | null,
      tags: JSON.parse(row['tags'] as string) as string[],
      groups: JSON.parse(row['groups'] as string) as string[],
      isDefault: row['is_default'] === 1,
    }));
}

/** The facets whose pages the filter allows. */
export function allowedFacets(facets: Facet[], filter: SearchFilter = {}): Facet[] {
  return facets.filter(
    (facet) =>
      isVisibleTo(facet.groups, filter.groups) &&
      (filter.version === undefined || facet.version === null || facet.version === filter.version) &&
      (filter.language === undefined ||
        facet.language === null ||
        sameLanguage(facet.language, filter.language)) &&
      (filter.tag === undefined || facet.tags.includes(filter.tag)),
  );
}

/** Pages that declare groups are visible to members of any of them only. */
export function isVisibleTo(pageGroups: string[], groups: string[] = []): boolean {
  return pageGroups.length === 0 || pageGroups.some((group) => groups.includes(group));
}

/** `en` and `en-GB` are the same, `en-US` and `en-GB` are not. */
function sameLanguage(a: string, b: string): boolean {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  return x === y || x.startsWith(`${y}-`) || y.startsWith(`${x}-`);
}
