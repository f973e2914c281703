import type { Store } from './store.ts';

/** How long the last answers took to their first text, in milliseconds; answers without text are left out. */
export async function listFirstTextTimes(store: Store, projectId: string, limit: number): Promise<number[]> {
  const rows = await store.db
    .selectFrom('turns')
    .select('timings')
    .where('projectId', '=', projectId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(
    ({ timings }) => (JSON.parse(timings) as { firstTextMs: number | null }).firstTextMs ?? [],
  );
}
