import { listFirstTextTimes } from '../store/turns.ts';
import type { Store } from '../store/store.ts';

const looked = 200;

/** Time to first text of the last 200 answers. */
export async function firstTextTimes(
  store: Store,
  projectId: string,
): Promise<{ p50Ms: number | null; p95Ms: number | null }> {
  const sorted = (await listFirstTextTimes(store, projectId, looked)).sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
  return { p50Ms: at(0.5), p95Ms: at(0.95) };
}
