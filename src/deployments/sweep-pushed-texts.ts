import { forgetText, listUnusedTexts } from '../store/pushed-files.ts';
import type { WorkKind } from '../work/work-kind.ts';
import type { PushedDeps } from './pushed-texts.ts';

const hour = 60 * 60_000;
const atOnce = 500;

/** Deletes pushed texts that nobody needs any more, an hour later: a deployment may still be reading them. */
export function pushedTextsKind(deps: PushedDeps): WorkKind {
  return {
    name: 'pushed-texts',
    maxAtOnce: 1,
    schedule: { firstMs: hour, everyMs: hour },
    retryAfterMs: [],
    handle: (_, signal) => sweepPushedTexts(deps, signal),
  };
}

export async function sweepPushedTexts(
  { store, files }: PushedDeps,
  signal?: AbortSignal,
  unusedForMs = hour,
): Promise<void> {
  for (;;) {
    const names = await listUnusedTexts(store, unusedForMs, atOnce);
    for (const name of names) {
      signal?.throwIfAborted();
      await files.remove(name);
      await forgetText(store, name);
    }
    if (names.length < atOnce) return;
  }
}
