import type { DocentError } from '../../errors.ts';
import type { SiteOptions } from '../frameworks/framework.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { fingerprintOf } from './fingerprint.ts';

/** Sources that took too much to read, with why: until they change, another try would end alike. */
const failed = new Map<string, { fingerprint: string; error: DocentError }>();

const maxFailed = 100;

/** Why the same files failed before; null when they did not, or nobody knows whether they changed. */
export async function findFailure(tree: FileTree, options: SiteOptions): Promise<DocentError | null> {
  const before = failed.get(nameOf(tree));
  return before !== undefined && before.fingerprint === (await fingerprintOf(tree, options))
    ? before.error
    : null;
}

export async function rememberFailure(
  tree: FileTree,
  options: SiteOptions,
  error: DocentError,
): Promise<void> {
  const fingerprint = await fingerprintOf(tree, options);
  if (fingerprint === null) return;
  failed.set(nameOf(tree), { fingerprint, error });
  if (failed.size > maxFailed) failed.delete(failed.keys().next().value!);
}

/** Cheap to tell, and most often enough. */
function nameOf({ name, files }: FileTree): string {
  return JSON.stringify([name, files.length, files[0]]);
}
