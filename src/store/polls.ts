import { sql } from 'kysely';
import { projects, type Project, toProject } from './projects.ts';
import { clock, type Store } from './store.ts';

/** Projects, without previews, whose sources are due for polling; the most overdue first. */
export async function listProjectsToPoll(store: Store, limit: number): Promise<Project[]> {
  const rows = await projects(store)
    .where('previewOf', 'is', null)
    .where((is) => is.or([is('pollAt', 'is', null), is('pollAt', '<=', clock(store))]))
    .orderBy(sql`coalesce("pollAt", 0)`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toProject);
}

/** Sets when the sources of projects are polled next: in `afterMs` milliseconds. */
export async function setNextPoll(store: Store, projectIds: string[], afterMs: number): Promise<void> {
  await store.db
    .updateTable('projects')
    .set({ pollAt: sql<number>`${clock(store)} + ${afterMs}` })
    .where('id', 'in', projectIds)
    .execute();
}
