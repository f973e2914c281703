import type { Selectable } from 'kysely';
import type { PushTables } from './push-tables.ts';
import { clock, type Store } from './store.ts';

type Row = Selectable<PushTables['pushedFiles']>;
export type StoredText = Pick<Row, 'name' | 'sha256' | 'bytes'>;

/** Rows per statement: PostgreSQL takes 65,535 parameters. */
const rowsAtOnce = 1_000;

/** Records texts that are about to be stored; they cannot be used before `setTextsStored`. */
export async function addTexts(store: Store, projectId: string, texts: StoredText[]): Promise<void> {
  const now = await store.now();
  for (const some of parts(texts))
    await store.db
      .insertInto('pushedFiles')
      .values(some.map((text) => ({ ...text, projectId, createdAt: now, unusedSince: now })))
      .execute();
}

export async function setTextsStored({ db }: Store, names: string[]): Promise<void> {
  for (const some of parts(names))
    await db.updateTable('pushedFiles').set({ unusedSince: null }).where('name', 'in', some).execute();
}

/** Treats these texts as missing, so that the next push uploads them again. */
export async function setTextsUnused(store: Store, names: string[]): Promise<void> {
  for (const some of parts(names))
    await store.db
      .updateTable('pushedFiles')
      .set({ unusedSince: clock(store) })
      .where('name', 'in', some)
      .execute();
}

/** All texts of a project in the file store, oldest first. */
export function listTexts(
  { db }: Store,
  projectId: string,
): Promise<(StoredText & Pick<Row, 'createdAt' | 'unusedSince'>)[]> {
  return db
    .selectFrom('pushedFiles')
    .select(['name', 'sha256', 'bytes', 'createdAt', 'unusedSince'])
    .where('projectId', '=', projectId)
    .orderBy('createdAt')
    .orderBy('name')
    .execute();
}

/** Texts that were unused for so many milliseconds or whose project was deleted; by name, after the given name. */
export async function listUnusedTexts(
  store: Store,
  { unusedForMs, after, limit }: { unusedForMs: number; after: string; limit: number },
): Promise<Pick<Row, 'name' | 'projectId' | 'sha256'>[]> {
  const before = (await store.now()) - unusedForMs;
  return store.db
    .selectFrom('pushedFiles')
    .select(['name', 'projectId', 'sha256'])
    .where('name', '>', after)
    .where((is) =>
      is.or([
        is('unusedSince', '<', before),
        is.not(
          is.exists(
            is
              .selectFrom('projects')
              .select('projects.id')
              .whereRef('projects.id', '=', 'pushedFiles.projectId'),
          ),
        ),
      ]),
    )
    .orderBy('name')
    .limit(limit)
    .execute();
}

export async function forgetText({ db }: Store, name: string): Promise<void> {
  await db.deleteFrom('pushedFiles').where('name', '=', name).execute();
}

function* parts<Item>(all: Item[]): Generator<Item[]> {
  for (let at = 0; at < all.length; at += rowsAtOnce) yield all.slice(at, at + rowsAtOnce);
}
