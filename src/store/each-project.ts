import { pageByTime, type Position } from './paging.ts';
import { projects, type Project, toProject } from './projects.ts';
import type { Store } from './store.ts';

/** Projects that are in memory at once: a server may have tens of thousands. */
const batch = 500;

/** An organization's projects without previews, oldest first. */
export async function* eachProject(store: Store, organizationId: string): AsyncGenerator<Project> {
  const query = projects(store).where('organizationId', '=', organizationId).where('previewOf', 'is', null);
  for (let after: Position | null | undefined; after !== null;) {
    const order = { direction: 'asc', at: 'createdAt', id: 'id' } as const;
    const { rows, next } = await pageByTime(query, { limit: batch, after }, order);
    yield* rows.map(toProject);
    after = next;
  }
}

/** The projects of this server, without previews, that may read docs from a folder; by id. */
export async function* eachFolderProject(store: Store): AsyncGenerator<Project> {
  for (let after = ''; ;) {
    const rows = await projects(store)
      .where('previewOf', 'is', null)
      .where('source', 'like', '%"kind":"folder"%')
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute();
    yield* rows.map(toProject);
    if (rows.length < batch) return;
    after = rows.at(-1)!.id;
  }
}
