import { sql } from 'kysely';
import { DocentError } from '../../errors.ts';
import { finishedMigrations, migrate, requireKnown } from '../migrate.ts';
import { openAsItIs, type StoreOptions } from '../open-store.ts';
import { sealStoredSecrets } from '../sealed-secrets.ts';
import { inTransaction, type Store, storeOver } from '../store.ts';
import { type BackupInfo, createBackupFile, openBackupFile } from './backup-file.ts';
import { copyTables } from './copy-tables.ts';

/** The contents of a backup. */
export type BackupCounts = { projects: number; conversations: number; files: number };

/**
 * Writes a consistent snapshot of a database into a new file, while others go on writing. The tables keep the version
 * that made them: nothing is migrated.
 * @param filesOf the files that belong to the state, by their names in the backup; missing files are left out
 * @throws DocentError `conflict` when a newer Docent made the state, `not_found` when it is empty
 */
export async function backUp(
  options: StoreOptions,
  path: string,
  version: string,
  filesOf: (indexFiles: string[]) => Promise<{ name: string; path: string }[]>,
): Promise<BackupCounts> {
  const store = await openAsItIs(options);
  try {
    return await inSnapshot(store, async (from) => {
      const migrations = await finishedMigrations(from);
      if (migrations.size === 0) throw new DocentError('not_found', 'The database is empty.');
      requireKnown(migrations);
      const backup = await createBackupFile(path, { madeAt: await from.now(), version });
      try {
        await migrate(backup.store, migrations);
        await inTransaction(backup.store, (to) => copyTables(from, to));
        for (const file of await filesOf(await indexFilesOf(from)))
          await backup.addFile(file.name, file.path).catch(ignoreMissing);
        return { ...(await countsOf(from)), files: (await backup.fileNames()).length };
      } finally {
        await backup.store.close();
      }
    });
  } finally {
    await store.close();
  }
}

/**
 * Restores a backup into an empty database of either kind, and migrates its tables: completely, or not at all.
 * @param putFile called with each file before the database is filled
 * @throws DocentError as `openBackupFile`; `conflict` when the database is not empty or a newer Docent made the backup
 */
export async function restore(
  options: StoreOptions,
  path: string,
  putFile: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<BackupCounts & { info: BackupInfo }> {
  const backup = await openBackupFile(path);
  const store = await openAsItIs(options);
  try {
    const migrations = await finishedMigrations(backup.store);
    requireKnown(migrations);
    if ((await finishedMigrations(store)).size > 0) throw notEmpty();
    const names = await backup.fileNames();
    for (const name of names) await putFile(name, backup.readFile(name));
    await inTransaction(store, async (to) => {
      await migrate(to, migrations);
      await copyTables(backup.store, to);
      // As at every start.
      await migrate(to);
      await sealStoredSecrets(to);
    });
    return { ...(await countsOf(store)), files: names.length, info: backup.info };
  } finally {
    await store.close();
    await backup.store.close();
  }
}

function notEmpty(): DocentError {
  return new DocentError(
    'conflict',
    'There is data already. Restore into another data folder (--data), or another database (DOCENT_DATABASE_URL).',
  );
}

/** Runs `work` on a snapshot of the store. */
async function inSnapshot<Result>(store: Store, work: (store: Store) => Promise<Result>): Promise<Result> {
  const within = (db: Store['db']) => work(storeOver(store.kind, db, store.signal, store.seal));
  if (store.kind === 'postgres')
    return store.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (db) => {
        // Copying to a slow disk may pause longer than a server's own transactions may.
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
        return within(db);
      });
  return store.db.connection().execute(async (db) => {
    await sql`begin`.execute(db);
    try {
      return await within(db);
    } finally {
      await sql`rollback`.execute(db);
    }
  });
}

async function indexFilesOf({ db }: Store): Promise<string[]> {
  const rows = await db
    .selectFrom('deployments')
    .select('indexFile')
    .distinct()
    .where('indexFile', 'is not', null)
    .execute();
  return rows.map(({ indexFile }) => indexFile!);
}

async function countsOf({ db }: Store): Promise<Omit<BackupCounts, 'files'>> {
  const count = async (table: 'projects' | 'threads') =>
    Number((await db.selectFrom(table).select(db.fn.countAll().as('n')).executeTakeFirstOrThrow()).n);
  return { projects: await count('projects'), conversations: await count('threads') };
}

/** The server may have deleted the file meanwhile. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
