import type { DatabaseSync } from 'node:sqlite';
import { preferPagesNear } from './current-page.ts';
import { preferDefault } from './prefer-default.ts';
import { allowedFacets, readFacets } from './filter-facets.ts';
import { areNearDuplicates } from './fingerprint.ts';
import type { IndexInfo } from './index-file.ts';
import { judgeQuestion, nothingFound } from './judge-question.ts';
import { createHitReader, type FoundPage } from './page-hits.ts';
import { rankPages } from './rank-pages.ts';
import { rankSections } from './rank-sections.ts';
import type { SearchQuery, SearchResult } from './search.ts';
import { readColumns } from './section-columns.ts';
import { loadVectors } from './vectors/load-vectors.ts';
import type { VectorScan } from './vectors/vector-scan.ts';
import { languageCode } from './lexical/languages.ts';
import { queryTerms } from './lexical/query-terms.ts';
import { createLexicalSearch } from './lexical/search-lexical.ts';
import { openVocabulary } from './lexical/vocabulary.ts';

/** Pages looked at for each one asked for: some are near-duplicates, some are nearer to the current page. */
const spare = 3;

/** A question's vector, by the model of the file's own vectors. */
export type QueryVector = { vector: Float32Array; hasAbsoluteCosines: boolean };

/** @param meaning null: search goes by words alone */
export type Search = (query: SearchQuery, queryVector: QueryVector | null) => Promise<SearchResult>;

export function createSearch(database: DatabaseSync, { sections }: IndexInfo): Search {
  const facets = readFacets(database);
  const columns = readColumns(database);
  const vocabulary = openVocabulary(database);
  const searchLexical = createLexicalSearch(database, columns);
  const hits = createHitReader(database);
  let loading: Promise<VectorScan | null> | undefined;
  const loadScan = () => (loading ??= loadVectors(database, columns.pages.length));

  return async function search(query, queryVector) {
    const allowed = allowedFacets(facets, query.filter);
    const languages = [...new Set(allowed.map(({ language }) => languageCode(language)))];
    const terms = queryTerms(vocabulary, query.text, sections, languages);
    if (terms.length === 0) return { hits: [], ...nothingFound, usedMeaning: false };
    const scan = queryVector && (await loadScan());
    // From here on nothing is awaited: the next search overwrites the scores of this one.
    const similarities = scan && scan.similarities(queryVector.vector);
    const evidence = { terms, words: searchLexical(terms), similarities };
    const ranked = rankSections(
      evidence,
      columns,
      allowed.map(({ id }) => id),
    );
    const pages = rankPages(ranked, evidence, columns.pages).slice(0, 20 + spare * query.limit);
    const judgement = judgeQuestion({
      bestLexical: ranked.bestLexical,
      coverage: pages[0]?.coverage ?? 0,
      words: terms.length,
      bestSimilarity: similarities && queryVector?.hasAbsoluteCosines ? ranked.bestSimilarity : null,
    });
    const shares = asShares(pages.map(hits.find), judgement.answerability);
    const preferred = preferDefault(shares, query, hits.facetOf(query.currentPath));
    const found = preferPagesNear(preferred, query.currentPath);
    const good = found.filter(({ score }) => score > 0 && score >= (query.scoreThreshold ?? 0));
    const shown = new Set(terms.flatMap((word) => word.terms));
    return {
      hits: withoutNearDuplicates(good, query.limit).map((page) => hits.show(page, shown)),
      ...judgement,
      usedMeaning: similarities !== null,
    };
  };
}

/** Scores that mean the same from search to search: the best page's is `best`, the others' are as much less. */
function asShares(pages: FoundPage[], best: number): FoundPage[] {
  const most = Math.max(...pages.map(({ score }) => score));
  return pages.map((page) => {
    const maxOfPage = page.sections[0]?.score ?? 1;
    const score = (best * page.score) / most;
    const sections = page.sections.map((section) => ({
      ...section,
      score: (score * section.score) / maxOfPage,
    }));
    return { ...page, score, sections };
  });
}

function withoutNearDuplicates(pages: FoundPage[], most: number): FoundPage[] {
  const kept: FoundPage[] = [];
  for (const page of pages) {
    if (kept.length >= most) break;
    const twin = kept.findIndex((better) => areNearDuplicates(better.fingerprint, page.fingerprint));
    if (twin < 0) kept.push(page);
    // What nobody asked for never stands in for a page of the default version.
    else if (page.isDefault && !kept[twin]!.isDefault) kept[twin] = page;
  }
  return kept;
}
