import { copyFile, mkdtemp } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/open-store.ts';

let migrated: Promise<string> | undefined;

/** Makes a database with all tables, empty. A copy takes a tenth of the time. */
export async function createSqliteFile(path: string): Promise<void> {
  migrated ??= migrateOne();
  await copyFile(await migrated, path);
}

async function migrateOne(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-tables-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'docent.sqlite');
  // Closing it moves what was logged into the file.
  await openStore({ url: `sqlite:${path}` }).then((store) => store.close());
  return path;
}
