import { makeLaterIndexes } from '../store/later-indexes.ts';
import type { Store } from '../store/store.ts';
import type { WorkKind } from './work-kind.ts';

/** Creates the indexes that migrations postponed, on one server, while all of them answer. */
export function laterIndexesKind(store: Store): WorkKind {
  return {
    name: 'later-indexes',
    maxAtOnce: 1,
    schedule: { firstMs: 0, everyMs: 5 * 60_000 },
    retryAfterMs: [],
    handle: (_, signal) => makeLaterIndexes(store, signal),
  };
}
