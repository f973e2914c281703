import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DocentError } from '../errors.ts';
import { makeDataFolder } from '../lib/make-data-folder.ts';
import { isLocked } from './sqlite-file.ts';

/**
 * Holds a lock on a file for as long as the process lives. SQLite takes the operating system's own lock,
 * which also a killed process gives back, so nothing is ever left locked.
 * @returns how to let go, or null when another process has it
 * @throws Error of SQLite when the file cannot be written
 */
function lockFile(file: string): (() => void) | null {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (error) {
    database.close();
    if (isLocked(error)) return null;
    throw error;
  }
}

/**
 * A data folder, made if it is missing, belongs to one server.
 * @returns a function that unlocks it, or null when another server has it
 * @throws DocentError `not_ready` when it cannot be written
 */
export function lockDataFolder(folder: string): (() => void) | null {
  try {
    makeDataFolder(folder);
    return lockFile(join(folder, 'server.lock'));
  } catch (cause) {
    throw new DocentError(
      'not_ready',
      `The data folder ${folder} cannot be written. Choose another with --data.`,
      { cause },
    );
  }
}
