import { existsSync, type FSWatcher, watch } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConfigNames } from './above.ts';
import { foldersAbove } from './folder-above.ts';
import { isWalked } from './walked-paths.ts';

/** Debounce in milliseconds: editors write a file in several steps. */
const quiet = 80;

/** Maximum delay in milliseconds while changes keep coming. */
const maxDelay = 1_000;

/** What programs write beside docs, such as the log of this server, and editors before they rename it. */
const passing = /\.(?:log|tmp|sw[a-z])$|~$/;

type WatchOptions = {
  /** The configuration to watch in the folders above; none, if absent. */
  names?: ConfigNames;
  /** A folder inside to ignore: Docent's own data. */
  except?: string | undefined;
  /** Called when watching fails, for example at the system's limit of watches. No changes are reported afterwards. */
  onError?: ((error: unknown) => void) | undefined;
};

/**
 * Reports changes in a docs folder, and of configurations above it, once per group of changes. Each folder has its own
 * watch, because Node's recursive watch takes one per file on Linux and walks into `node_modules`.
 * @returns once the existing folders are watched
 */
export async function watchFolder(
  root: string,
  onChange: () => void,
  { names = { folders: [], has: () => false }, except, onError }: WatchOptions = {},
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
        const watcher = watch(folder, (_, name) => {
          if (name === null || !passing.test(name)) soon.call();
          // The change may be a new folder; known folders are not watched twice.
          void add(folder).catch(fail);
        });
        // The folder was removed.
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
  const addAbove = (folder: string, within: string): void => {
    const path = join(folder, within);
    if (closed || watchers.has(path) || !existsSync(path)) return;
    const watcher = watch(path, (_, name) => {
      if (name !== null && names.has(within === '' ? name : `${within}/${name}`)) soon.call();
    });
    watcher.on('error', () => forget(path));
    watchers.set(path, watcher);
  };
  await add(root).catch(fail);
  try {
    for (const folder of await foldersAbove(await realpath(root)))
      for (const within of names.folders) addAbove(folder, within);
  } catch {
    // Without these watches, only a change of the configuration above has to be deployed by hand.
  }
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
      timer = setTimeout(run, Math.max(0, Math.min(quiet, first + maxDelay - now)));
    },
    cancel: () => clearTimeout(timer),
  };
}
