import { chmodSync, mkdirSync } from 'node:fs';
import type { Config } from '../config.ts';
import { DocentError } from '../errors.ts';
import { type Log, redact } from '../lib/log.ts';
import { makeDataFolder } from '../lib/make-data-folder.ts';
import { isDamagedFile } from '../lib/sqlite-damage.ts';
import { isBreaking } from '../store/migrations.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { program } from '../lib/program.ts';

/**
 * Makes the folders of a server. Files that are created from here on are private to the user who runs it.
 * @throws DocentError `not_ready`
 */
export function makeFolders(dataFolder: string, ...inside: string[]): void {
  process.umask(0o077);
  makeFolder(dataFolder, makeDataFolder);
  for (const folder of inside) makeFolder(folder, mkdirSync);
}

function makeFolder(
  folder: string,
  make: (folder: string, options: { recursive: true; mode: number }) => void,
): void {
  try {
    make(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch (cause) {
    throw new DocentError(
      'not_ready',
      `The data folder ${folder} cannot be written. Choose another with --data.`,
      { cause },
    );
  }
}

/** Opens the database, and brings it up to date. @throws DocentError `not_ready` */
export async function openDatabase(config: Config, log: Log): Promise<Store> {
  try {
    return await openStore({
      url: config.databaseUrl,
      directUrl: config.databaseDirectUrl,
      maxConnections: config.databaseConnections,
      thread: config.databaseThread,
      secretKey: config.secretKey,
      onMigrate: (migrations) => log.warn({ migrations }, migrationNotice(migrations.some(isBreaking))),
    });
  } catch (cause) {
    if (cause instanceof DocentError) throw cause;
    const message = isDamagedFile(cause)
      ? `The database is damaged. Restore a backup: ${program} restore FILE --data FOLDER.`
      : `The database cannot be opened${saying(cause, config.secrets)}. Check DOCENT_DATABASE_URL, the data folder and DOCENT_SECRET_KEY.`;
    throw new DocentError('not_ready', message, { cause });
  }
}

function saying(cause: unknown, secrets: string[]): string {
  return cause instanceof Error ? `: ${redact(cause.message, secrets).replace(/\.$/, '')}` : '';
}

function migrationNotice(isBreaking: boolean): string {
  return isBreaking
    ? 'The database of an earlier Docent is migrated now. That version cannot open it afterwards: only a backup restores it.'
    : 'The database of an earlier Docent is migrated now. That version can still open it.';
}
