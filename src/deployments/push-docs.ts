import { hashText } from '../content/sources/hash-files.ts';
import { requestDeploymentWork } from '../store/deployment-queue.ts';
import { hashesInUse, type PushedFile, pushState, setNewestPush } from '../store/pushes.ts';
import { listTexts, setTextsUnused } from '../store/pushed-files.ts';
import { inTransaction, type Store } from '../store/store.ts';
import { lockProject } from '../store/work.ts';

export type PushOptions = {
  projectId: string;
  /** Which docs of the project: the name of a pushed source, '' for one without, the path for a folder. */
  name: string;
  /** Whether docs that newer ones replaced become the newest again, as on a person's request. */
  again: boolean;
  /** Requests a deployment of anything new, in the same transaction, for so many milliseconds from now. */
  deployAfterMs?: number | undefined;
};

/** How long an uploaded text may wait for the push that names it. */
const waitsMs = 86_400_000;

/**
 * Makes docs the newest of their name, once all their texts are uploaded.
 * @returns the hashes of missing texts (then nothing has changed), and whether anything has changed
 */
export async function pushDocs(
  store: Store,
  files: PushedFile[],
  { projectId, name, again, deployAfterMs }: PushOptions,
): Promise<{ missing: string[]; isNew: boolean }> {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const push = { projectId, name, sha256: hashText(JSON.stringify(sorted)), files: sorted };
  return inTransaction(store, async (transaction) => {
    // Concurrent pushes each see what the other has stored, and the later one is the newest.
    await lockProject(transaction, projectId);
    const before = again ? null : await pushState(transaction, push);
    if (before === 'replaced') return { missing: [], isNew: false };
    const texts = await listTexts(transaction, projectId);
    const stored = new Set(texts.flatMap(({ sha256, unusedSince }) => (unusedSince === null ? sha256 : [])));
    const missing = new Set(
      sorted.flatMap(({ sha256 }) => (sha256 === null || stored.has(sha256) ? [] : sha256)),
    );
    if (missing.size > 0) return { missing: [...missing], isNew: false };
    if (before === 'newest') return { missing: [], isNew: false };
    await setNewestPush(transaction, push);
    if (deployAfterMs !== undefined)
      await requestDeploymentWork(transaction, projectId, 'push', deployAfterMs);
    const needed = await hashesInUse(transaction, projectId);
    const waitsSince = (await transaction.now()) - waitsMs;
    const unused = texts.filter(
      ({ sha256, unusedSince, createdAt }) =>
        unusedSince === null && createdAt < waitsSince && !needed.has(sha256),
    );
    await setTextsUnused(
      transaction,
      unused.map((text) => text.name),
    );
    return { missing: [], isNew: true };
  });
}
