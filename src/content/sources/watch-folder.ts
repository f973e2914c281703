import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isWalked } from './walked-paths.ts';

/** Milliseconds without a change after which the changes are told: editors write a file in several steps. */
const quiet = 80;

/** Milliseconds after which they are told even while more come. */
const longest = 1_000;

type WatchOptions = {
  /** A folder inside that is somebody else's: Docent's own data. */
  except?: string | undefined;
  /** When folders cannot be watched, as when the system has no more watches. Nothing is told from then on. */
  onError?: ((error: unknown) => void) | undefined;
};

/**
 * Tells when something changed in a folder of docs, once for changes that come together. Every folder has a watch of
 * its own, since Node's recursive one takes one for every file on Linux, and walks into `node_modules`.
 * @returns when all that is there is watched
 */
export async function watchFolder(
  root: string,
  onChange: () => void,
  { except, onError }: WatchOptions = {},
): Promise<{ close(): void }> {
  const watchers = new Map<string, FSWatcher>();
  const soon = createDebounce(onChange);
  let closed = false;
  const close = (): void => {
    closed = true;
    soon.cancel();
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  };
  const fail = (error: unknown): void => {
    if (closed) return;
    close();
    onError?.(error);
  };
  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const add = async (folder: string): Promise<void> => {
    if (closed || folder === except) return;
    if (!watchers.has(folder)) {
      try {
        const watcher = watch(folder, () => {
          soon.call();
          // Something may be a new folder; what is known already is not watched twice.
          void add(folder).catch(fail);
        });
        // The folder went away.
        watcher.on('error', () => forget(folder));
        watchers.set(folder, watcher);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
        throw error;
      }
    }
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
    if (entries === null) return forget(folder);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && isWalked(entry.name) && !watchers.has(path)) await add(path);
    }
  };
  await add(root).catch(fail);
  return { close };
}

function createDebounce(work: () => void): { call(): void; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  let first = 0;
  const run = (): void => {
    timer = undefined;
    work();
  };
  return {
    call() {
      const now = performance.now();
      if (timer === undefined) first = now;
      clearTimeout(timer);
      timer = setTimeout(run, Math.max(0, Math.min(quiet, first + longest - now)));
    },
    cancel: () => clearTimeout(timer),
  };
}
