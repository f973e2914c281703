import type { DatabaseSync } from 'node:sqlite';
import { preferPagesNear } from './current-page.ts';
import { preferDefault } from './prefer-default.ts';
import { preferDocs } from './prefer-docs.ts';
import { preferParts } from './prefer-parts.ts';
import { preferGuides } from './prefer-guides.ts';
import { preferQuoted } from './prefer-quoted.ts';
import { areNearDuplicates } from './fingerprint.ts';
import type { IndexInfo } from './index-file.ts';
import { judgeQuestion, nothingFound } from './judge-question.ts';
import { createHitReader, type FoundPage } from './page-hits.ts';
import { createRanking, type QueryVector } from './rank-question.ts';
import { isTitle } from './is-title.ts';
import type { SearchQuery, SearchResult } from './search.ts';

/** Pages ranked per requested page: some are near-duplicates, some are nearer to the current page. */
const spare = 3;

/** How many of the best pages are compared with the question by title. */
const maxTitles = 5;

/** @param queryVector null: lexical search only */
export type Search = (query: SearchQuery, queryVector: QueryVector | null) => Promise<SearchResult>;

/** @param scannedFile as of `createRanking` */
export function createSearch(database: DatabaseSync, info: IndexInfo, scannedFile?: string): Search {
  const rank = createRanking(database, info, scannedFile);
  const hits = createHitReader(database);

  return async function search(query, queryVector) {
    const ranking = await rank(query, queryVector);
    if (ranking === null) return { hits: [], ...nothingFound, usedMeaning: false };
    const { terms, features, usedMeaning } = ranking;
    const pages = ranking.pages.slice(0, 20 + spare * query.limit).map(hits.find);
    const isAsked = isTitle(query.text, pages.slice(0, maxTitles));
    const judgement = judgeQuestion({ ...features, isTitle: isAsked });
    const shares = asShares(pages, judgement.answerability);
    const preferred = preferDefault(
      preferGuides(preferDocs(shares), query.text),
      query,
      hits.facetOf(query.currentPath),
    );
    const found = preferPagesNear(preferred, query.currentPath);
    const good = found.filter(({ score }) => score > 0 && score >= (query.scoreThreshold ?? 0));
    const shown = new Set(terms.flatMap((word) => word.terms));
    const shownHits = preferParts(
      withoutNearDuplicates(good, query.limit).map((page) => hits.show(scoreSections(page), shown)),
    );
    const asTitle = judgeQuestion({ ...features, isTitle: true });
    const quoted =
      judgement.outcome === 'answered' ? null : preferQuoted(query.text, shownHits, asTitle.answerability);
    if (quoted === null) return { hits: shownHits, ...judgement, usedMeaning };
    return { hits: quoted, ...asTitle, usedMeaning };
  };
}

/** Scales scores so that they are comparable between searches: the best page's score becomes `best`. */
function asShares(pages: FoundPage[], best: number): FoundPage[] {
  const max = Math.max(...pages.map(({ score }) => score));
  return pages.map((page) => ({ ...page, score: (best * page.score) / max }));
}

/** Scales a page's section scores so that the best section's equals the page's final score. */
function scoreSections(page: FoundPage): FoundPage {
  const max = page.sections[0]?.score ?? 1;
  const sections = page.sections.map((section) => ({
    ...section,
    score: (page.score * section.score) / max,
  }));
  return { ...page, sections };
}

function withoutNearDuplicates(pages: FoundPage[], max: number): FoundPage[] {
  const kept: FoundPage[] = [];
  for (const page of pages) {
    if (kept.length >= max) break;
    const twin = kept.findIndex((better) => areNearDuplicates(better.fingerprint, page.fingerprint));
    if (twin < 0) kept.push(page);
    // A page of another version, unless asked for, never replaces one of the default version.
    else if (page.isDefault && !kept[twin]!.isDefault) kept[twin] = page;
  }
  return kept;
}
