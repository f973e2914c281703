import { newId } from '../lib/ids.ts';
import { maskPrivate } from '../lib/mask-private.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import { relevanceFloor, typedFloor } from '../retrieval/judge-question.ts';
import type { SearchQuery, SearchResult } from '../retrieval/search.ts';
import { unlessFull } from '../store/disk-full.ts';
import { addSearch } from '../store/searches.ts';
import type { Store } from '../store/store.ts';
import type { SearchResultItem } from './answer-event.ts';
import { maxTextLength } from './question.ts';
import { asSearchResult } from './retrieved.ts';

/** Characters of a search query that are stored: enough to recognise it. */
const maxStoredLength = 1_000;

/** What a search found, and whether meaning was compared, not words alone. */
export type Pages = Pick<SearchResult, 'hits' | 'usedMeaning'>;

/** One search as the API shows it: one result per page, with its best section. */
export async function searchDocs(
  ...asked: Parameters<typeof searchPages>
): Promise<{ results: SearchResultItem[]; usedMeaning: boolean }> {
  const { hits, usedMeaning } = await searchPages(...asked);
  return { results: hits.map(asSearchResult), usedMeaning };
}

/**
 * One search, best page first, without irrelevant pages. Recorded for the project's analytics unless told otherwise.
 */
export async function searchPages(
  store: Store,
  projectId: string,
  index: SearchIndex,
  query: SearchQuery,
  { record = true, fp = null }: { record?: boolean; fp?: string | null } = {},
): Promise<Pages> {
  const text = query.text.slice(0, maxTextLength);
  const isTyped = query.lexicalOnly === true;
  const scoreThreshold = Math.max(query.scoreThreshold ?? 0, isTyped ? typedFloor : relevanceFloor);
  const asked = { ...query, text, scoreThreshold };
  const { hits, usedMeaning } = await (isTyped ? searchTyped(index, asked) : index.search(asked));
  if (!record || text.trim() === '') return { hits, usedMeaning };
  const recorded = addSearch(store, {
    id: newId('sch'),
    projectId,
    query: maskPrivate(text).slice(0, maxStoredLength),
    resultCount: hits.length,
    topScore: hits[0]?.score ?? null,
    fp,
  });
  await unlessFull(recorded);
  return { hits, usedMeaning };
}

/** The last word of a text that is being typed may be the beginning of one that the docs have: then those before it count. */
async function searchTyped(index: SearchIndex, query: SearchQuery): Promise<SearchResult> {
  const found = await index.search(query);
  const words = query.text.trimStart().split(/\s+/);
  const isOver = words.pop() === '';
  if (found.hits.length > 0 || isOver || words.length === 0) return found;
  return index.search({ ...query, text: words.join(' ') });
}
