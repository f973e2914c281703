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
    await syncToDisk(building);
    await rename(building, file);
    await syncToDisk(dirname(file));
    return result;
  } finally {
    await rm(building, { force: true });
  }
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
