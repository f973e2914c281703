import { clock, type Store } from './store.ts';

/** A revision of an index file in the file store. */
export type StoredIndex = {
  /** Its name in the file store. */
  name: string;
  /** Its name in deployments. */
  file: string;
  format: number;
  /** Hex. */
  sha256: string;
};

/** Records a revision that is about to be stored; it cannot be read yet. */
export async function addIndexFile(store: Store, revision: StoredIndex): Promise<void> {
  await store.db
    .insertInto('indexFiles')
    .values({ ...revision, createdAt: clock(store), storedAt: null })
    .execute();
}

/** Records that a revision is stored completely: from now on it is the newest. */
export async function setStored(store: Store, name: string): Promise<void> {
  await store.db
    .updateTable('indexFiles')
    .set({ storedAt: clock(store) })
    .where('name', '=', name)
    .execute();
}

/** The newest stored revisions of index files, by file; files without one are left out. */
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

/** How long a replaced revision and one without a deployment are kept, in milliseconds. */
type Grace = { older: number; unknown: number };

/** The names of unneeded revisions: replaced, without a deployment, or never completed. */
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
