import { createHash } from 'node:crypto';
import type { ApiOrigin } from './project-sources.ts';
import type { Store } from './store.ts';

type Place = Pick<ApiOrigin, 'kind' | 'url'>;

/** A token is for one address: a source that moves does not take it along. */
function idOf(projectId: string, { kind, url }: Place): string {
  return createHash('sha256').update(`${projectId}\0${kind}\0${url}`).digest('hex');
}

export async function setSourceToken(
  store: Store,
  projectId: string,
  at: Place,
  token: string,
): Promise<void> {
  const next = { token: store.seal.seal(token), createdAt: await store.now() };
  await store.db
    .insertInto('sourceTokens')
    .values({ id: idOf(projectId, at), projectId, ...next })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(next))
    .execute();
}

/** Null when the source has none. */
export async function findSourceToken(store: Store, projectId: string, at: Place): Promise<string | null> {
  const row = await store.db
    .selectFrom('sourceTokens')
    .select('token')
    .where('id', '=', idOf(projectId, at))
    .executeTakeFirst();
  return row === undefined ? null : store.seal.open(row.token);
}

/** Deletes the tokens of sources that a project has no more. */
export async function keepSourceTokens({ db }: Store, projectId: string, of: Place[]): Promise<void> {
  const ids = of.map((place) => idOf(projectId, place));
  await db
    .deleteFrom('sourceTokens')
    .where('projectId', '=', projectId)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .execute();
}
