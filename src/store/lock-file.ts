import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Holds a lock on a file for as long as the process lives. SQLite takes the operating system's own lock,
 * which also a killed process gives back, so nothing is ever left locked.
 * @returns how to let go, or null when another process has it
 */
function lockFile(file: string): (() => void) | null {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return () => database.close();
  } catch {
    database.close();
    return null;
  }
}

/** A data folder belongs to one server. @returns a function that unlocks it, or null when another server has it */
export const lockDataFolder = (folder: string) => lockFile(join(folder, 'server.lock'));
