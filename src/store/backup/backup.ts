import { sql } from 'kysely';
import { DocentError } from '../../errors.ts';
import { finishedMigrations, migrate, requireKnown } from '../migrate.ts';
import { openAsItIs, type StoreOptions } from '../open-store.ts';
import { sealStoredSecrets } from '../sealed-secrets.ts';
import { inTransaction, type Store, storeOver } from '../store.ts';
import { type BackupInfo, createBackupFile, openBackupFile } from './backup-file.ts';
import { copyTables } from './copy-tables.ts';

/** What was saved or brought back. */
export type BackupCounts = { projects: number; conversations: number; files: number };

/**
 * Writes the state of a database into a new file, as it is at one moment, while others go on writing. Its tables are
 * those of the version that made them: nothing is migrated.
 * @param filesOf the files that belong to it, by the names that they are to have; those that are gone are left out
 * @throws DocentError `conflict` when it was made by a newer Docent, `not_found` when it holds nothing
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
      const migrations = await finishedMigrations(from.db);
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
 * Puts a backup into an empty database, of either kind, and brings its tables up to date: whole, or not at all.
 * @param putFile told each file before the database has anything
 * @throws DocentError as `openBackupFile`; `conflict` when the database is not empty or the backup of a newer Docent
 */
export async function restore(
  options: StoreOptions,
  path: string,
  putFile: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<BackupCounts & { info: BackupInfo }> {
  const backup = await openBackupFile(path);
  const store = await openAsItIs(options);
  try {
    const migrations = await finishedMigrations(backup.store.db);
    requireKnown(migrations);
    if ((await finishedMigrations(store.db)).size > 0) throw notEmpty();
    const names = await backup.fileNames();
    for (const name of names) await putFile(name, backup.readFile(name));
    await inTransaction(store, async (to) => {
      await migrate(to, migrations);
      await copyTables(backup.store, to);
      // As every start does.
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
    'There is a state already. Restore into another data folder (--data), or another database (DOCENT_DATABASE_URL).',
  );
}

/** Everything that `work` reads is as it was when it began. */
async function inSnapshot<Result>(store: Store, work: (store: Store) => Promise<Result>): Promise<Result> {
  const within = (db: Store['db']) => work(storeOver(store.kind, db, store.signal, store.seal));
  if (store.kind === 'postgres')
    return store.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (db) => {
        // Copying to a slow disk may pause longer than a server's own transactions ever do.
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

/** What the server threw away meanwhile. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
