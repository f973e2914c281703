import { closeSync, existsSync, openSync } from 'node:fs';
import { DocentError } from '../../errors.ts';
import { open } from 'node:fs/promises';
import { Kysely, sql } from 'kysely';
import { createSeal } from '../../lib/seal.ts';
import type { Tables } from '../schema.ts';
import { openSqlite } from '../sqlite.ts';
import { type Store, storeOver } from '../store.ts';
import { localSignal } from '../work-signal.ts';

/** The metadata of a backup. */
export type BackupInfo = {
  /** Milliseconds since 1970. */
  madeAt: number;
  /** The version of Docent that made it. */
  version: string;
};

/**
 * A backup is one SQLite database: the state's tables, the same for all versions and databases, and one more table with
 * the files.
 */
type BackupFile = {
  store: Store;
  addFile(name: string, path: string): Promise<void>;
  fileNames(): Promise<string[]>;
  readFile(name: string): AsyncGenerator<Uint8Array>;
};

type OwnTables = { backupFiles: { name: string; nth: number; bytes: Uint8Array } };

/** `docb`: https://sqlite.org/pragma.html#pragma_application_id */
const applicationId = 0x646f6362;
const pieceBytes = 1 << 20;

/** Creates an empty backup file. */
export async function createBackupFile(path: string, { madeAt, version }: BackupInfo): Promise<BackupFile> {
  closeSync(openSync(path, 'wx', 0o600));
  const store = storeOf(path);
  // Without a journal: the file is useful only when complete.
  await sql`pragma journal_mode = delete`.execute(store.db);
  await sql`pragma synchronous = off`.execute(store.db);
  await sql`pragma application_id = ${sql.lit(applicationId)}`.execute(store.db);
  await sql`create table backup ("madeAt" integer not null, version text not null)`.execute(store.db);
  await sql`insert into backup values (${madeAt}, ${version})`.execute(store.db);
  await sql`create table "backupFiles"
    (name text not null, nth integer not null, bytes blob not null, primary key (name, nth))`.execute(
    store.db,
  );
  return over(store);
}

/** @throws DocentError `not_found` for a file that is missing, `invalid_request` for one that is damaged or no backup */
export async function openBackupFile(path: string): Promise<BackupFile & { info: BackupInfo }> {
  if (!existsSync(path)) throw new DocentError('not_found', `There is no file ${path}.`);
  const store = storeOf(path, true);
  try {
    const { rows: marks } = await sql<{ id: number }>`
      select application_id as id from pragma_application_id`.execute(store.db);
    const { rows: checks } = await sql<{ said: string }>`
      select quick_check as said from pragma_quick_check`.execute(store.db);
    if (marks[0]?.id !== applicationId) throw new Error('It is not a Docent backup.');
    if (checks[0]?.said !== 'ok') throw new Error('It is damaged.');
    const { rows } = await sql<BackupInfo>`select "madeAt", version from backup`.execute(store.db);
    return { ...over(store), info: rows[0]! };
  } catch (cause) {
    await store.close();
    throw new DocentError('invalid_request', `${path} is not a Docent backup, or is damaged.`, { cause });
  }
}

function storeOf(path: string, readOnly = false): Store {
  const db = new Kysely<Tables>({ dialect: openSqlite(path, { readOnly }).dialect });
  return storeOver('sqlite', db, localSignal(), createSeal(undefined));
}

function over(store: Store): BackupFile {
  const db = store.db.withTables<OwnTables>();
  return {
    store,
    async addFile(name, path) {
      await using file = await open(path);
      let nth = 0;
      for await (const bytes of file.createReadStream({ highWaterMark: pieceBytes, autoClose: false })) {
        await db
          .insertInto('backupFiles')
          .values({ name, nth: nth++, bytes: bytes as Uint8Array })
          .execute();
      }
    },
    async fileNames() {
      const rows = await db.selectFrom('backupFiles').select('name').where('nth', '=', 0).execute();
      return rows.map(({ name }) => name);
    },
    async *readFile(name) {
      const piece = db.selectFrom('backupFiles').select('bytes').where('name', '=', name);
      for (let nth = 0; ; nth++) {
        const found = await piece.where('nth', '=', nth).executeTakeFirst();
        if (found === undefined) return;
        yield found.bytes;
      }
    },
  };
}
