import { statSync } from 'node:fs';
import type { Embedder } from './embedding/embedder.ts';
import { EmbeddingError } from './embedding/embedding-error.ts';
import { isForeign } from './embedding/is-foreign.ts';
import type { Guidance } from '../content/guidance.ts';
import { createHealthReader, type HealthReader } from './docs-health.ts';
import { allowedFacets, readFacets } from './filter-facets.ts';
import { inEnglish } from './lexical/in-english.ts';
import { isForeignQuestion } from './lexical/is-foreign-question.ts';
import { areEnglish, languageCode } from './lexical/languages.ts';
import { corrected } from './lexical/query-terms.ts';
import { openVocabulary } from './lexical/vocabulary.ts';
import { createPageList, type ListedPage, type PageOrder } from './list-pages.ts';
import { createPageReader, type IndexedHeading, type IndexedPage, type IndexedSection } from './read-page.ts';
import { IndexFileError } from './index-file-error.ts';
import { asIndexFileError, openIndexFile, readGuidance, readInfo, type IndexInfo } from './index-file.ts';
import type { QueryVector } from './rank-question.ts';
import { createSearch, type Search } from './search-index.ts';
import type { Log } from '../lib/log.ts';
import { rerankedPages, rerankResult } from './rerank/rerank-result.ts';
import type { Reranker } from './rerank/reranker.ts';
import { takeTurn } from '../lib/take-turn.ts';
import { startSearchThread } from './search-thread.ts';
import type { SearchFilter, SearchQuery, SearchResult } from './search.ts';

/** An open index file. Its pages stay the same while it is open, whatever happens to the file's name. */
export type SearchIndex = {
  info: IndexInfo;
  /** The project's guidance for answers. */
  guidance: Guidance;
  search: (query: SearchQuery) => Promise<SearchResult>;
  /**
   * A question as it is searched for: in English words, where all docs are in English and it surely is not, with its mistyped
   * words corrected.
   */
  inDocsWords: (text: string, filter?: SearchFilter) => string;
  /** The page at a path, URL or source file as people write them; undefined when these groups may not see one. */
  page: (path: string, groups?: string[]) => IndexedPage | undefined;
  /** The source of such a page as it is written. */
  source: (path: string, groups?: string[]) => string | undefined;
  /** The page's sections in order; empty when these groups may not see the page. */
  sections: (path: string, groups?: string[]) => IndexedSection[];
  /** The pages that a filter allows, by path; of the site's default version and language unless it names others. */
  list: (filter: SearchFilter, order?: PageOrder) => ListedPage[];
  /** A section of this index with its neighbours on its page, in order. */
  sectionsAround: (sectionId: number, before: number, after: number) => IndexedSection[];
  /** The same without their texts, which are most of what is read. */
  headingsAround: (sectionId: number, before: number, after: number) => IndexedHeading[];
  /** The problems of the docs that were found when the file was built. */
  health: HealthReader['health'];
  readAt: HealthReader['readAt'];
  /** Distinct descriptions of pages; pages without one are not counted. */
  languages: readonly string[];
  versions: readonly string[];
  close: () => void;
};

export type OpenOptions = {
  /**
   * The embedder of the model, to compare questions with the file's vectors. Without it, or when it fails, search is
   * lexical only.
   */
  embedderFor?: (model: string) => Embedder | undefined;
  /** Reranks search results. Not used for lexical searches. */
  reranking?: Reranking | undefined;
  /** Called once, when the file turns out to be damaged. */
  onDamaged?: () => void;
};

type Reranking = { reranker: Reranker; log: Pick<Log, 'warn'> };

/** Sections that a search scans in a few milliseconds. Larger indexes use a thread, because streams must not wait. */
const maxInline = 20_000;

/**
 * Opens an index file for reading.
 * @throws {IndexFileError} when it is missing, damaged, not an index or of another format: build it again. `search`,
 *   `page` and `sections` throw it too, because some damage is found late.
 */
export function openIndex(
  file: string,
  { embedderFor, reranking, onDamaged }: OpenOptions = {},
): SearchIndex {
  const database = openIndexFile(file);
  let isDamaged = false;
  const noteDamage = (error: unknown): unknown => {
    const known = asIndexFileError(error);
    if (known instanceof IndexFileError && !isDamaged) {
      isDamaged = true;
      onDamaged?.();
    }
    return known;
  };
  const guarded = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw noteDamage(error);
    }
  };
  try {
    const info = readInfo(database, statSync(file).size);
    const embedder = info.embedding ? embedderFor?.(info.embedding.model) : undefined;
    const thread = info.sections > maxInline ? startSearchThread(file) : null;
    const search: Search = thread?.search ?? createSearch(database, info);
    const pages = createPageReader(database);
    const health = createHealthReader(database);
    const facets = readFacets(database);
    const vocabulary = openVocabulary(database);
    const tagsOf = (filter?: SearchFilter) => allowedFacets(facets, filter).map(({ language }) => language);
    const inDocsLanguage = (text: string, filter?: SearchFilter) => {
      const tags = tagsOf(filter);
      const isForeign = isForeignQuestion(text, tags) && areEnglish(tags.map(languageCode));
      return (isForeign ? inEnglish(text, vocabulary) : null) ?? text;
    };
    const inDocsWords = (text: string, filter?: SearchFilter) => {
      const languages = distinct(tagsOf(filter).map(languageCode));
      return corrected(vocabulary, inDocsLanguage(text, filter), languages);
    };
    const searchOnce = async (asked: SearchQuery) => {
      const text = guarded(() => inDocsLanguage(asked.text, asked.filter));
      const query = { ...asked, text };
      const vector =
        query.lexicalOnly || embedder === undefined
          ? null
          : await embedQuery(
              guarded(() => inDocsWords(text, asked.filter)),
              embedder,
            );
      if (thread === null) await takeTurn();
      return search(query, vector).catch((error: unknown) => Promise.reject(noteDamage(error)));
    };
    const searchAgain = async (query: SearchQuery, { reranker, log }: Reranking) => {
      const limit = Math.max(query.limit, rerankedPages);
      const result = await searchOnce({ ...query, limit, scoreThreshold: undefined });
      return rerankResult(result, query, reranker, log);
    };
    const listPages = createPageList(database, facets);
    return {
      info,
      guidance: readGuidance(database),
      search: (query) =>
        reranking && !query.lexicalOnly ? searchAgain(query, reranking) : searchOnce(query),
      inDocsWords: (...asked) => guarded(() => inDocsWords(...asked)),
      page: (path, groups) => guarded(() => pages.page(path, groups)),
      source: (path, groups) => guarded(() => pages.source(path, groups)),
      sections: (path, groups) => guarded(() => pages.sections(path, groups)),
      list: (...query) => guarded(() => listPages(...query)),
      sectionsAround: (...range) => guarded(() => pages.sectionsAround(...range)),
      headingsAround: (...range) => guarded(() => pages.headingsAround(...range)),
      health: (only) => guarded(() => health.health(only)),
      readAt: (file) => guarded(() => health.readAt(file)),
      languages: distinct(facets.map(({ language }) => language)),
      versions: distinct(facets.map(({ version }) => version)),
      close() {
        void thread?.stop();
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw asIndexFileError(error);
  }
}

/** Null when the question cannot be embedded: search is lexical only. */
async function embedQuery(text: string, embedder: Embedder): Promise<QueryVector | null> {
  // The vector of a foreign question would do harm.
  if (isForeign(text, embedder)) return null;
  try {
    const { scale, fusion } = embedder;
    return { vector: await embedder.embedQuery(text), scale, fusion };
  } catch (error) {
    if (error instanceof EmbeddingError) return null;
    throw error;
  }
}

function distinct(values: (string | null)[]): string[] {
  return [...new Set(values)].filter((value) => value !== null);
}
