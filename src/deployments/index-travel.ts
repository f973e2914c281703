import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../files/file-store.ts';
import { hashFile, verified } from '../files/hash-file.ts';
import { newId } from '../lib/ids.ts';
import { replaceFile } from '../lib/replace-file.ts';
import { waitAtMost } from '../lib/wait-at-most.ts';
import { isUsable } from '../retrieval/index-file.ts';
import { formatVersion } from '../retrieval/index-schema.ts';
import { addIndexFile, newestRevisions, setStored, type StoredIndex } from '../store/index-files.ts';
import type { Store } from '../store/store.ts';

/** Shares index files between servers. Files are named as deployments name them. */
export type IndexTravel = {
  /** False for a single server: then every server builds its own files. */
  travels: boolean;
  /** Stores this server's file for others. @throws Error when it cannot be stored */
  publish(file: string): Promise<void>;
  /**
   * Fetches the newest stored revision of a file.
   * @returns `brought` when it was downloaded, `here` when it was up to date, `none` when none is stored
   * @throws Error when the download fails or differs from what was stored; the local file is kept
   */
  bring(file: string): Promise<Brought>;
  /** As `bring`, for a local file that may be damaged: compares all of it with what is stored. */
  mend(file: string): Promise<Brought>;
  /**
   * As `bring`, for those files that have a newer revision than the local one. A slow download goes on without the caller.
   * @throws AggregateError for those that failed, also since the call before
   */
  bringNewer(files: string[]): Promise<void>;
};

/** Concurrent downloads of files that nobody waits for. */
const atOnce = 3;

/** Milliseconds after which a slow download no longer holds up the others. */
const patienceMs = 10_000;

type Brought = 'brought' | 'here' | 'none';

/** For a server that shares its state with no other. */
export const noTravel: IndexTravel = {
  travels: false,
  publish: async () => {},
  bring: async () => 'none',
  mend: async () => 'none',
  bringNewer: async () => {},
};

/** @param onAdded called when another file can be downloaded again */
export function createIndexTravel(
  store: Store,
  files: FileStore,
  indexFolder: string,
  onAdded: () => Promise<void> = async () => {},
): IndexTravel {
  /** The stored revision that each local file has, or was made from. */
  const known = new Map<string, string>();
  /**
   * Stored revisions whose last download failed: a server that has built the same file stores it again, under another
   * name.
   */
  const failed = new Set<string>();
  const underWay = new Map<string, Promise<Brought>>();
  /** Errors of downloads that nobody waited for. */
  const errors: unknown[] = [];

  /** Cached checksums: a poll without news must not read whole indexes. */
  const sums = new Map<string, { version: string; sha256: string }>();

  const pathOf = (file: string) => join(indexFolder, file);

  async function sumOf(file: string): Promise<string> {
    const { dev, ino, size, mtimeMs, ctimeMs } = await stat(pathOf(file));
    const version = [dev, ino, size, mtimeMs, ctimeMs].join(':');
    const before = sums.get(file);
    if (before?.version === version) return before.sha256;
    const sha256 = await hashFile(pathOf(file));
    sums.set(file, { version, sha256 });
    return sha256;
  }

  const newestOf = async (file: string) => (await newestRevisions(store, [file], formatVersion)).get(file);

  async function isHere({ file, name, sha256 }: StoredIndex): Promise<boolean> {
    if (known.get(file) === name) return isUsable(pathOf(file));
    return existsSync(pathOf(file)) && (await sumOf(file)) === sha256;
  }

  async function bringRevision(revision: StoredIndex): Promise<Brought> {
    const { file, name, sha256 } = revision;
    const wasHere = await isHere(revision);
    if (!wasHere) {
      failed.add(name);
      await replaceFile(pathOf(file), (building) => writeFile(building, verified(files.get(name), sha256)));
      failed.delete(name);
      await onAdded();
    }
    known.set(file, name);
    return wasHere ? 'here' : 'brought';
  }

  /** Concurrent callers share one download. */
  function once(file: string, run: () => Promise<Brought>): Promise<Brought> {
    const running = underWay.get(file) ?? run().finally(() => underWay.delete(file));
    underWay.set(file, running);
    return running;
  }

  const bring = (file: string) =>
    once(file, async () => {
      const revision = await newestOf(file);
      return revision === undefined ? 'none' : bringRevision(revision);
    });

  return {
    travels: true,
    async publish(file) {
      const sha256 = await sumOf(file);
      const newest = await newestOf(file);
      if (newest?.sha256 === sha256 && !failed.has(newest.name)) return void known.set(file, newest.name);
      // A name is used once: a sweep that removes an earlier revision of the same bytes must not take this one.
      const name = newId(`${file}.${formatVersion}`);
      await addIndexFile(store, { name, file, format: formatVersion, sha256 });
      await files.put(name, pathOf(file), sha256);
      await setStored(store, name);
      known.set(file, name);
      await onAdded();
    },
    bring,
    mend(file) {
      known.delete(file);
      sums.delete(file);
      return bring(file);
    },
    async bringNewer(wanted) {
      const newer = (await newestRevisions(store, wanted, formatVersion))
        .values()
        .filter(({ file, name }) => known.get(file) !== name || !existsSync(pathOf(file)));
      // All workers share the iterator.
      const fetchNext = async () => {
        for (const revision of newer) {
          const isNew = !underWay.has(revision.file);
          const brought = once(revision.file, () => bringRevision(revision));
          if (isNew) brought.catch((error: unknown) => errors.push(error));
          await waitAtMost(patienceMs, brought);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, fetchNext));
      if (errors.length > 0)
        throw new AggregateError(errors.splice(0), 'Index files could not be downloaded.');
    },
  };
}
