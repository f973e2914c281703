import { newId } from '../lib/ids.ts';
import { maskPrivate } from '../lib/mask-private.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import type { SearchQuery } from '../retrieval/search.ts';
import { addSearch } from '../store/searches.ts';
import type { Store } from '../store/store.ts';
import type { SearchResultItem } from './answer-event.ts';
import { asSearchResult } from './retrieved.ts';

/** One search as the wire shows it, best page first; recorded for the project's analytics, unless told otherwise. */
export async function searchDocs(
  store: Store,
  projectId: string,
  index: SearchIndex,
  query: SearchQuery,
  { record = true } = {},
): Promise<SearchResultItem[]> {
  const { hits } = await index.search(query);
  if (!record) return hits.map(asSearchResult);
  await addSearch(store, {
    id: newId('sch'),
    projectId,
    query: maskPrivate(query.text),
    resultCount: hits.length,
    topScore: hits[0]?.score ?? null,
    createdAt: await store.now(),
  });
  return hits.map(asSearchResult);
}
