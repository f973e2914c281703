import type { FileStore } from '../files/file-store.ts';
import { forgetRevision, listUnneeded } from '../store/index-files.ts';
import type { Store } from '../store/store.ts';
import type { WorkKind } from '../work/work-kind.ts';

const minute = 60_000;
const everyMs = 10 * minute;

/** Grace period: others may still read a replaced revision, and one without a deployment may be about to get it. */
const grace = { older: 10 * minute, unknown: 6 * 60 * minute };

const atOnce = 200;

/** Deletes unused files from the file store, on one server at a time. */
export function storedIndexesKind(store: Store, files: FileStore): WorkKind {
  return {
    name: 'stored-indexes',
    maxAtOnce: 1,
    schedule: { firstMs: minute, everyMs },
    retryAfterMs: [],
    handle: (_, signal) => sweepStoredIndexes(store, files, signal),
  };
}

export async function sweepStoredIndexes(
  store: Store,
  files: FileStore,
  signal?: AbortSignal,
  kept = grace,
): Promise<void> {
  for (const name of await listUnneeded(store, kept, atOnce)) {
    signal?.throwIfAborted();
    await files.remove(name);
    await forgetRevision(store, name);
  }
}
