import { sql } from 'kysely';
import { type Project, toProject } from './projects.ts';
import { clock, type Store } from './store.ts';

/** Projects, without previews, whose sources were not looked at for as long as they may be; the longest waiting first. */
export async function listProjectsToPoll(store: Store, limit: number): Promise<Project[]> {
  const rows = await store.db
    .selectFrom('projects')
    .selectAll()
    .where('previewOf', 'is', null)
    .where((is) => is.or([is('pollAt', 'is', null), is('pollAt', '<=', clock(store))]))
    .orderBy(sql`coalesce("pollAt", 0)`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toProject);
}

/** Says when the sources of projects are to be looked at again: in `afterMs` milliseconds. */
export async function setNextPoll(store: Store, projectIds: string[], afterMs: number): Promise<void> {
  await store.db
    .updateTable('projects')
    .set({ pollAt: sql<number>`${clock(store)} + ${afterMs}` })
    .where('id', 'in', projectIds)
    .execute();
}
