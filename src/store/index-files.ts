import { clock, type Store } from './store.ts';

/** A revision of an index file, as the file store has it. */
export type StoredIndex = {
  /** What the file store knows it by. */
  name: string;
  /** What deployments know it by. */
  file: string;
  format: number;
  /** Hex. */
  sha256: string;
};

/** Says that a revision is about to be stored; nobody is given it yet. */
export async function addIndexFile(store: Store, revision: StoredIndex): Promise<void> {
  await store.db
    .insertInto('indexFiles')
    .values({ ...revision, createdAt: clock(store), storedAt: null })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ createdAt: clock(store) }))
    .execute();
}

/** Says that a revision is stored as a whole: from now on it is the newest. */
export async function setStored(store: Store, name: string): Promise<void> {
  await store.db
    .updateTable('indexFiles')
    .set({ storedAt: clock(store) })
    .where('name', '=', name)
    .execute();
}

/** The newest stored revisions of index files, by file; those that have none are left out. */
export async function newestRevisions(
  store: Store,
  files: string[],
  format: number,
): Promise<Map<string, StoredIndex>> {
  if (files.length === 0) return new Map();
  const rows = await store.db
    .selectFrom('indexFiles')
    .select(['name', 'file', 'format', 'sha256'])
    .where('file', 'in', files)
    .where('format', '=', format)
    .where('storedAt', 'is not', null)
    .orderBy('storedAt')
    .orderBy('name')
    .execute();
  return new Map(rows.map((row) => [row.file, row]));
}

/** How long a revision is kept when it is not the newest, and one of which no deployment knows, in milliseconds. */
type Grace = { older: number; unknown: number };

/** The names of revisions that nobody needs: replaced, of no deployment, or never stored as a whole. */
export async function listUnneeded(
  store: Store,
  { older, unknown }: Grace,
  limit: number,
): Promise<string[]> {
  const now = await store.now();
  const rows = await store.db
    .selectFrom('indexFiles as one')
    .select('name')
    .where((is) =>
      is.or([
        is.and([
          is('createdAt', '<', now - unknown),
          is.or([
            is('storedAt', 'is', null),
            is.not(
              is.exists(
                is
                  .selectFrom('deployments')
                  .select('deployments.id')
                  .whereRef('deployments.indexFile', '=', 'one.file'),
              ),
            ),
          ]),
        ]),
        is.exists(
          is
            .selectFrom('indexFiles as next')
            .select('next.name')
            .whereRef('next.file', '=', 'one.file')
            .whereRef('next.format', '=', 'one.format')
            .whereRef('next.storedAt', '>', 'one.storedAt')
            .where('next.storedAt', '<', now - older),
        ),
      ]),
    )
    .limit(limit)
    .execute();
  return rows.map(({ name }) => name);
}

export async function forgetRevision(store: Store, name: string): Promise<void> {
  await store.db.deleteFrom('indexFiles').where('name', '=', name).execute();
}
