import { renewPageMonths } from '../store/turn-pages.ts';
import type { Store } from '../store/store.ts';
import type { WorkKind } from '../work/work-kind.ts';

/** Renews the sums of pages that long periods are read from, every day, on one server at a time. */
export function pageSumsKind(store: Store): WorkKind {
  return {
    name: 'page-sums',
    maxAtOnce: 1,
    schedule: { firstMs: 60_000, everyMs: 24 * 3600_000 },
    retryAfterMs: [],
    handle: async () => renewPageMonths(store, await store.now()),
  };
}
