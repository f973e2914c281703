import type { DatabaseSync } from 'node:sqlite';
import { createRecents } from '../lib/recent.ts';
import { type Facet, readFacets } from './filter-facets.ts';
import { createOriginReader } from './read-origin.ts';
import type { RankedPage, RankedSection } from './rank-pages.ts';
import type { PageHit, SectionHit } from './search.ts';

/** A page in a result, with what decides its rank and whether it is shown. */
export type FoundPage = RankedPage & PageRow;

type PageRow = Pick<PageHit, 'path' | 'url' | 'title' | 'description' | 'version' | 'language' | 'origin'> & {
  fingerprint: Uint8Array;
  /** Whether it is in the site's default version and language. */
  isDefault: boolean;
};

/** Cached pages: each search reads fifty, most of which the previous one has read, too. */
const maxKnown = 500;

/** Maximum sections shown per page. */
const shownSections = 3;

type Shown = Pick<SectionHit, 'anchor' | 'heading' | 'headingPath' | 'text'>;

/** Characters of the sections that are remembered, of all indexes together. */
const maxKept = 500_000;
const recentOfIndex = createRecents<Shown>(maxKept, ({ text }) => text.length);

type HitReader = {
  find: (page: RankedPage) => FoundPage;
  /** The version and language of the page at a path; undefined when there is none. */
  facetOf: (path: string | undefined) => Facet | undefined;
  show: (page: FoundPage, terms: ReadonlySet<string>) => PageHit;
};

/** Reads the pages and sections of search results. */
export function createHitReader(database: DatabaseSync): HitReader {
  const facets = new Map(readFacets(database).map((facet) => [facet.id, facet]));
  const selectPage = database.prepare(
    'SELECT path, url, title, description, facet_id, fingerprint FROM pages WHERE id = ?',
  );
  const selectFacet = database.prepare('SELECT facet_id FROM pages WHERE path = ?');
  const selectSection = database.prepare(
    'SELECT anchor, heading, heading_path, text FROM sections WHERE id = ?',
  );

  const originOf = createOriginReader(database);

  const known = new Map<number, PageRow>();
  function rowOf(pageId: number): PageRow {
    const remembered = known.get(pageId);
    if (remembered !== undefined) return remembered;
    const row = selectPage.get(pageId)!;
    const facet = facets.get(row['facet_id'] as number);
    const read: PageRow = {
      path: row['path'] as string,
      url: row['url'] as string,
      title: row['title'] as string,
      description: row['description'] as string | null,
      version: facet?.version ?? null,
      language: facet?.language ?? null,
      isDefault: facet?.isDefault ?? true,
      fingerprint: row['fingerprint'] as Uint8Array,
      origin: originOf(pageId),
    };
    if (known.size >= maxKnown) known.clear();
    known.set(pageId, read);
    return read;
  }

  const recent = recentOfIndex();

  function readSection(sectionId: number): Shown {
    const row = selectSection.get(sectionId)!;
    return {
      anchor: row['anchor'] as string | null,
      heading: row['heading'] as string,
      headingPath: JSON.parse(row['heading_path'] as string) as string[],
      text: row['text'] as string,
    };
  }

  function showSection({ sectionId, score, likeness }: RankedSection): SectionHit {
    const shown = recent.of(String(sectionId), () => readSection(sectionId));
    return { sectionId, ...shown, score, likeness };
  }

  return {
    facetOf(path) {
      const bare = path?.replace(/[?#].*/s, '').replace(/^\/+|(?<!\/)\/+$/g, '');
      const row = bare === undefined ? undefined : selectFacet.get(bare);
      return row && facets.get(row['facet_id'] as number);
    },
    find: (page) => ({ ...page, ...rowOf(page.pageId) }),
    show({ path, url, title, description, version, language, origin, score, sections }, terms) {
      const shown = sections.slice(0, shownSections).map(showSection);
      const [best, ...others] = shown as [SectionHit, ...SectionHit[]];
      const page = { path, url, title, description, version, language, origin, terms, score };
      return { ...page, sections: [best, ...others] };
    },
  };
}
