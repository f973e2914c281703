import type { DatabaseSync } from 'node:sqlite';
import { preferPagesNear } from './current-page.ts';
import { allowedFacets, readFacets } from './filter-facets.ts';
import { areNearDuplicates } from './fingerprint.ts';
import type { IndexInfo } from './index-info.ts';
import { makeSnippet } from './make-snippet.ts';
import { rankPages, type RankedPage } from './rank-pages.ts';
import type { PageHit, SearchQuery, SearchResult, SectionHit } from './search.ts';
import { readColumns } from './section-columns.ts';
import { queryTerms } from './words/query-terms.ts';
import { createWordSearch } from './words/search-words.ts';

/** Pages looked at for each one asked for: some are near-duplicates, some are nearer to the current page. */
const spare = 3;

/** Where the scores of questions about other docs part from those of questions that the docs answer. */
const leastAnswerable = 0.12;

export function createSearch(
  database: DatabaseSync,
  { sections }: IndexInfo,
): (query: SearchQuery) => SearchResult {
  const facets = readFacets(database);
  const facetOf = new Map(facets.map((facet) => [facet.id, facet]));
  const columns = readColumns(database);
  const searchWords = createWordSearch(database, columns);
  const selectPage = database.prepare(
    'SELECT path, url, title, description, facet_id, fingerprint FROM pages WHERE id = ?',
  );
  const selectSection = database.prepare(
    'SELECT anchor, heading, heading_path, text FROM sections WHERE id = ?',
  );

  return function search(query) {
    const terms = queryTerms(database, query.text, sections);
    const allowed = new Set(allowedFacets(facets, query.filter).map(({ id }) => id));
    const ranked = rankPages(terms, searchWords(terms), columns, (facet) => allowed.has(facet));
    const answerability = ranked[0]?.score ?? 0;
    const candidates = ranked
      .slice(0, 20 + spare * query.limit)
      .map((page) => ({ ...page, ...readPage(page.pageId) }));
    const preferred = preferPagesNear(candidates, query.currentPath);
    const good = preferred.filter(({ score }) => score >= (query.scoreThreshold ?? 0));
    const words = new Set(terms.map(({ term }) => term));
    const hits = withoutNearDuplicates(good, query.limit).map((page) => toHit(page, words));
    return { hits, answerability, answerable: answerability >= leastAnswerable };
  };

  type FoundPage = RankedPage & ReturnType<typeof readPage>;

  function readPage(pageId: number) {
    const row = selectPage.get(pageId) ?? {};
    const facet = facetOf.get(Number(row['facet_id']));
    return {
      path: row['path'] as string,
      url: row['url'] as string,
      title: row['title'] as string,
      description: row['description'] as string | null,
      version: facet?.version ?? null,
      language: facet?.language ?? null,
      fingerprint: row['fingerprint'] as Uint8Array,
    };
  }

  function withoutNearDuplicates(candidates: FoundPage[], most: number): FoundPage[] {
    const kept: FoundPage[] = [];
    for (const page of candidates) {
      if (kept.length >= most) break;
      if (!kept.some((better) => areNearDuplicates(better.fingerprint, page.fingerprint))) kept.push(page);
    }
    return kept;
  }

  function toHit(page: FoundPage, words: ReadonlySet<string>): PageHit {
    const { path, url, title, description, version, language, score } = page;
    const shown = page.sections.map((section): SectionHit => {
      const row = selectSection.get(section.sectionId) ?? {};
      const text = row['text'] as string;
      return {
        sectionId: section.sectionId,
        anchor: row['anchor'] as string | null,
        heading: row['heading'] as string,
        headingPath: JSON.parse(row['heading_path'] as string) as string[],
        text,
        snippet: makeSnippet(text, words),
        score: section.score,
      };
    });
    return {
      path,
      url,
      title,
      description,
      version,
      language,
      score,
      sections: shown as PageHit['sections'],
    };
  }
}
