import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Has `write` make a temporary file, flushes it to disk and renames it to `file` atomically. Readers of the old file
 * keep it. When `write` fails, `file` is unchanged and the temporary file is removed.
 */
export async function replaceFile<T>(file: string, write: (building: string) => Promise<T>): Promise<T> {
  const building = `${file}.${randomUUID()}.building`;
  try {
    const result = await write(building);
    await syncToDisk(building, 'r+');
    await rename(building, file);
    // Windows writes the names of a folder by itself, and opens none.
    if (process.platform !== 'win32') await syncToDisk(dirname(file), 'r');
    return result;
  } finally {
    await rm(building, { force: true });
  }
}

/** @param flags those of a file have to be for writing on Windows */
async function syncToDisk(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
