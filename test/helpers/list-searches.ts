import type { Tables } from '../../src/store/schema.ts';
import type { Store } from '../../src/store/store.ts';

/** The newest searches of a project, newest first. */
export async function listSearches(
  store: Store,
  by: { projectId: string; limit: number },
): Promise<Omit<Tables['searches'], 'fp'>[]> {
  return await store.db
    .selectFrom('searches')
    .select(['id', 'projectId', 'query', 'resultCount', 'topScore', 'createdAt'])
    .where('projectId', '=', by.projectId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(by.limit)
    .execute();
}
