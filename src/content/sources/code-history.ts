import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DocentError } from '../../errors.ts';
import { git } from '../../git/git.ts';
import { diffPaths } from '../../git/objects.ts';
import { openCommitTree } from './commit-tree.ts';
import type { FileTree } from './file-tree.ts';

/** The newest commit of a repository, and an earlier one with the files in which they differ. */
type CodeHistory = { now: FileTree; before: FileTree | null; changed: ReadonlySet<string> };

/**
 * Opens a repository of this machine at its newest commit, by its objects alone.
 * @throws DocentError `not_found` when there is no repository, or no such commit in it
 */
export async function openCodeHistory(folder: string, since: string | null): Promise<CodeHistory> {
  const inside = join(folder, '.git');
  const gitDir = existsSync(inside) ? inside : folder;
  const head = await commitOf(gitDir, 'HEAD').catch(() => null);
  if (head === null)
    throw new DocentError(
      'not_found',
      `${folder} is no git repository with commits. Name the folder that holds .git.`,
    );
  const now = await openCommitTree(gitDir, head);
  if (since === null) return { now, before: null, changed: new Set() };
  const earlier = await commitOf(gitDir, since);
  const { added, modified, removed } = await diffPaths(gitDir, earlier, head, '');
  return {
    now,
    before: await openCommitTree(gitDir, earlier),
    changed: new Set([...added, ...modified, ...removed]),
  };
}

/** @throws DocentError `not_found` */
async function commitOf(gitDir: string, ref: string): Promise<string> {
  const isSafe = /^[\w@][\w./@{}^~-]{0,199}$/.test(ref);
  const found = isSafe
    ? await git(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], { gitDir }).catch(() => null)
    : null;
  if (found !== null) return found.toString().trim();
  throw new DocentError(
    'not_found',
    `The repository has no commit ${ref}. Name a branch, a tag or a commit.`,
  );
}
