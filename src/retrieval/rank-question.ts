import type { DatabaseSync } from 'node:sqlite';
import type { Visible } from './candidates.ts';
import type { Features } from './confidence.ts';
import { allowedFacets, readFacets } from './filter-facets.ts';
import { type IndexInfo, readGuidance } from './index-file.ts';
import { rescale } from './embedding/cosine-scale.ts';
import type { CosineScale } from './embedding/embedder.ts';
import type { Fusion } from './embedding/fusion.ts';
import { createKeyedMutex } from '../lib/keyed-mutex.ts';
import { isForeignQuestion } from './lexical/is-foreign-question.ts';
import { introductionTerm } from './lexical/definition-terms.ts';
import { areEnglish, languageCode } from './lexical/languages.ts';
import { queryTerms, type QueryTerm } from './lexical/query-terms.ts';
import { createLexicalSearch } from './lexical/search-lexical.ts';
import { openVocabulary } from './lexical/vocabulary.ts';
import { readFolders } from './page-folders.ts';
import { createPageRank, type RankedPage } from './rank-pages.ts';
import { borrowFromOpenings, createSectionRank } from './rank-sections.ts';
import { rankShares, type RankShares } from './rank-shares.ts';
import { readWordFeatures } from './word-features.ts';
import type { SearchQuery } from './search.ts';
import { readColumns, type SectionColumns } from './section-columns.ts';
import { compareHere, compareInThread } from './vectors/scan-thread.ts';

/** A question's vector, made with the model of the file's own vectors. */
export type QueryVector = {
  vector: Float32Array;
  scale?: CosineScale | undefined;
  fusion?: Fusion | undefined;
};

/** The result for a question, best page first, with the features for its confidence. */
type Ranking = {
  pages: RankedPage[];
  terms: readonly QueryTerm[];
  features: Omit<Features, 'isTitle'>;
  usedMeaning: boolean;
};

type Rank = (
  query: Pick<SearchQuery, 'text' | 'filter'>,
  queryVector: QueryVector | null,
  shares?: RankShares,
) => Promise<Ranking | null>;

/**
 * Ranks the pages of an index file for a question; null for a question without words.
 * @param scannedFile the file's path, to compare its vectors in a thread of their own; by default in this one
 */
export function createRanking(
  database: DatabaseSync,
  { sections, embedding }: IndexInfo,
  scannedFile?: string,
): Rank {
  const facets = readFacets(database);
  const columns = readColumns(database);
  const visibleFor = createVisibility(columns);
  const rankSections = createSectionRank(columns.pages.length);
  const rankPages = createPageRank(columns, readFolders(database));
  const { product } = readGuidance(database);
  const vocabulary = openVocabulary(database);
  const searchLexical = createLexicalSearch(database, columns);
  const count = columns.pages.length;
  const compare =
    scannedFile === undefined ? compareHere(database, count) : compareInThread(database, scannedFile, count);
  const oneAtATime = createKeyedMutex();

  return async function rank({ text, filter }, queryVector, shares = rankShares) {
    const allowed = allowedFacets(facets, filter);
    const languages = [...new Set(allowed.map(({ language }) => languageCode(language)))];
    const terms = queryTerms(vocabulary, text, sections, languages, product);
    if (terms.length === 0) return null;
    const visible = visibleFor(allowed.map(({ id }) => id));
    // The next search overwrites the scores of this one.
    return oneAtATime('search', async () => {
      const [compared, words] = await Promise.all([
        // What is nearest to what all are about is what says hardly more than its name.
        queryVector && !isAboutAll(terms) ? compare(queryVector.vector) : null,
        // Async, so that what either throws is caught. A thread compares meanwhile.
        (async () => searchLexical(terms, shares.rarity, visible))(),
      ]);
      const similarities = compared && compared.similarities;
      const scale = queryVector?.scale ?? embedding?.scale;
      if (compared && compared.count < sections) borrowFromOpenings(compared.similarities, columns.pages);
      const floor = compared && !embedding?.complete && scale ? likeSome(scale) : null;
      const evidence = { terms, words, similarities, floor };
      const ranked = rankSections(evidence, visible, queryVector?.fusion);
      const pages = rankPages(ranked, evidence, shares);
      const cosinesCount = similarities !== null && embedding?.complete && areEnglish(languages);
      const features = {
        ...readWordFeatures(terms, pages[0], sections),
        isForeign: isForeignQuestion(
          text,
          allowed.map(({ language }) => language),
        ),
        bestLexical: ranked.bestLexical,
        bestSimilarity: cosinesCount && scale ? rescale(ranked.bestSimilarity, scale) : null,
      };
      return { pages, terms, features, usedMeaning: similarities !== null };
    });
  };
}

/** What readers of some facets see. */
function createVisibility({ pages, facets }: SectionColumns): (allowed: readonly number[]) => Visible {
  const used = [...new Set(facets.filter((_, i) => pages[i]! > 0))];
  return (allowed) => {
    const isAllowed = new Uint8Array(1 + Math.max(0, ...used));
    for (const facet of allowed) isAllowed[facet] = 1;
    return used.every((facet) => isAllowed[facet] === 1)
      ? null
      : (section) => isAllowed[facets[section]!] === 1;
  };
}

/**
 * The floor while vectors are missing: the first are of the likeliest sections, so their mean is too high. A fifth of the way
 * from unrelated to related; an eighth or a quarter does nearly as well.
 */
function likeSome({ related, unrelated }: CosineScale): number {
  return unrelated + (related - unrelated) / 5;
}

function isAboutAll(terms: readonly QueryTerm[]): boolean {
  return terms.some(({ terms: [term] }) => term === introductionTerm);
}
