import { clock, type Store } from './store.ts';

/** A file of pushed docs. */
export type PushedFile = {
  /** Relative, with forward slashes. */
  path: string;
  /** SHA-256 of its text as UTF-8, hex; null for binary files, of which only the name is used. */
  sha256: string | null;
};

type Push = {
  projectId: string;
  /** Which docs of the project: the name of a pushed source, '' for one without, the path for a folder. */
  name: string;
  /** Hash of the list of files. */
  sha256: string;
  files: PushedFile[];
};

/** Makes a push the newest of its docs, also one that had been replaced. */
export async function setNewestPush(store: Store, { projectId, name, sha256, files }: Push): Promise<void> {
  const newest = { files: JSON.stringify(files), pushedAt: clock(store) };
  await store.db
    .updateTable('pushes')
    .set({ files: null })
    .where('projectId', '=', projectId)
    .where('name', '=', name)
    .where('files', 'is not', null)
    .execute();
  await store.db
    .insertInto('pushes')
    .values({ projectId, name, sha256, ...newest })
    .onConflict((conflict) => conflict.columns(['projectId', 'name', 'sha256']).doUpdateSet(newest))
    .execute();
}

/** The state of pushed docs; null when they were never pushed. */
export async function pushState(
  { db }: Store,
  { projectId, name, sha256 }: Omit<Push, 'files'>,
): Promise<'newest' | 'replaced' | null> {
  const row = await db
    .selectFrom('pushes')
    .select((is) => is.case().when('files', 'is', null).then(1).else(0).end().as('isReplaced'))
    .where('projectId', '=', projectId)
    .where('name', '=', name)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (row === undefined) return null;
  return row.isReplaced === 1 ? 'replaced' : 'newest';
}

/** The files of the last push; undefined when there was none. */
export async function newestPush(
  { db }: Store,
  { projectId, name }: Pick<Push, 'projectId' | 'name'>,
): Promise<PushedFile[] | undefined> {
  const row = await db
    .selectFrom('pushes')
    .select('files')
    .where('projectId', '=', projectId)
    .where('name', '=', name)
    .where('files', 'is not', null)
    .executeTakeFirst();
  return row && (JSON.parse(row.files!) as PushedFile[]);
}

/** The hashes of all texts in a project's docs. */
export async function hashesInUse({ db }: Store, projectId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('pushes')
    .select('files')
    .where('projectId', '=', projectId)
    .where('files', 'is not', null)
    .execute();
  const files = rows.flatMap((row) => JSON.parse(row.files!) as PushedFile[]);
  return new Set(files.flatMap(({ sha256 }) => sha256 ?? []));
}
