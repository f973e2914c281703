import type { Store } from './store.ts';

/** One search and how well it went. */
export type SearchRecord = {
  id: string;
  projectId: string;
  query: string;
  resultCount: number;
  /** 0–1, of the best result; null when there was none. */
  topScore: number | null;
  createdAt: number;
};

export async function addSearch(store: Store, search: SearchRecord): Promise<void> {
  await store.db.insertInto('searches').values(search).execute();
}

/** The newest searches of a project, newest first. */
export async function listSearches(
  store: Store,
  by: { projectId: string; limit: number },
): Promise<SearchRecord[]> {
  return await store.db
    .selectFrom('searches')
    .selectAll()
    .where('projectId', '=', by.projectId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(by.limit)
    .execute();
}
