import { utimesSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Keeps a bundle for as long as this process runs, which loads code and starts other processes from it at any time. */
export function keepBundle(path: string): void {
  noteUse(path);
  setInterval(noteUse, hourMs, path).unref();
}

function noteUse(path: string): void {
  const now = Date.now() / 1000;
  try {
    utimesSync(path, now, now);
  } catch {
    // The folder is read-only, so nobody removes it either, or it has been removed.
  }
}

/** Removes the bundles in a folder that no process has used for a day. */
export async function removeUnusedBundles(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    // Another process may rename or remove it at this moment.
    const isUnused = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs > dayMs,
      () => false,
    );
    if (isUnused) await rm(path, { recursive: true, force: true });
  }
}
