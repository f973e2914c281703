import { forgetText, listTexts, listUnusedTexts } from '../store/pushed-files.ts';
import { hashesInUse } from '../store/pushes.ts';
import type { Store } from '../store/store.ts';
import type { WorkKind } from '../work/work-kind.ts';
import type { PushedDeps } from './pushed-texts.ts';

const hour = 60 * 60_000;
const atOnce = 500;

/** Deletes unused pushed texts after an hour: a deployment may still be reading them. */
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
  const doubtful = new Map<string, Set<string>>();
  for (let after = ''; ;) {
    const texts = await listUnusedTexts(store, { unusedForMs, after, limit: atOnce });
    for (const { name, projectId, sha256 } of texts) {
      signal?.throwIfAborted();
      const kept = doubtful.get(projectId) ?? (await doubtfulTexts(store, projectId));
      doubtful.set(projectId, kept);
      if (kept.has(sha256)) continue;
      await files.remove(name);
      await forgetText(store, name);
    }
    if (texts.length < atOnce) return;
    after = texts.at(-1)!.name;
  }
}

/** The hashes of texts that docs need, that could not be read, and that no push has uploaded again. */
async function doubtfulTexts(store: Store, projectId: string): Promise<Set<string>> {
  const needed = await hashesInUse(store, projectId);
  for (const { sha256, unusedSince } of await listTexts(store, projectId))
    if (unusedSince === null) needed.delete(sha256);
  return needed;
}
