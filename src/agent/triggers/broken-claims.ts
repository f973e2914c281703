import { checkTouched, type TouchedClaim } from '../../claims/check-claims.ts';
import type { Fact } from '../../claims/claim.ts';
import { openCommitTree } from '../../content/sources/commit-tree.ts';
import { fetchBlobs } from '../../git/fetch.ts';
import type { GitAccess } from '../../git/git.ts';
import { readCommit } from '../../git/objects.ts';

/** The facts that a commit made untrue. Its trees and those of its first parent must be fetched. @throws ForgeFault */
export async function brokenClaims(
  gitDir: string,
  access: GitAccess,
  { commit, paths }: { commit: string; paths: readonly string[] },
  facts: readonly Fact[],
  signal: AbortSignal,
): Promise<TouchedClaim[]> {
  const [parent] = (await readCommit(gitDir, commit)).parents;
  if (parent === undefined || facts.length === 0) return [];
  const getBlobs = (ids: readonly string[]) => fetchBlobs(gitDir, access, ids, signal);
  const [before, now] = [
    await openCommitTree(gitDir, parent, { getBlobs }),
    await openCommitTree(gitDir, commit, { getBlobs }),
  ];
  const touched = await checkTouched(facts, { before, now, changed: new Set(paths) });
  return touched.filter(({ breaks }) => breaks);
}
