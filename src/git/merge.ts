import { join } from 'node:path';
import { fetchCommit, fetchCommitGraph } from './fetch.ts';
import { initBare } from './bare-repository.ts';
import { type GitAccess, git, GitFailure } from './git.ts';

export type Merge = {
  tree: string;
  /** Files with conflict markers, or that one side removed and the other changed. */
  conflicts: string[];
  /** git's messages about them. */
  messages: string;
};

/**
 * The newest common ancestor of two commits, found by fetching only their history; null when it is too old.
 * @param scratchDir a temporary folder for that history
 * @throws ForgeFault
 */
export async function findMergeBase(
  scratchDir: string,
  access: GitAccess,
  commits: readonly [string, string],
  signal?: AbortSignal,
): Promise<string | null> {
  const gitDir = join(scratchDir, 'history.git');
  await initBare(gitDir);
  await fetchCommitGraph(gitDir, access, commits, signal);
  return git(['merge-base', ...commits], { gitDir }).then(
    (output) => output.toString().trim(),
    (error: unknown) => {
      if (error instanceof GitFailure) return null;
      throw error;
    },
  );
}

/**
 * Merges two commits over their common ancestor without a checkout and without their history: git gets three synthetic
 * commits with the same files. https://git-scm.com/docs/git-merge-tree
 */
export async function mergeTrees(
  gitDir: string,
  { base, ours, theirs }: { base: string; ours: string; theirs: string },
): Promise<Merge> {
  const root = await copyOf(gitDir, base, []);
  // These names appear in the conflict markers.
  await git(['update-ref', 'refs/heads/pull-request', await copyOf(gitDir, ours, [root])], { gitDir });
  await git(['update-ref', 'refs/heads/base', await copyOf(gitDir, theirs, [root])], { gitDir });
  const args = ['merge-tree', '--write-tree', '--name-only', '--messages'];
  const output = await git([...args, 'pull-request', 'base'], { gitDir }).catch((error: unknown) => {
    // The exit code is 1 when there are conflicts; standard output is the same.
    if (error instanceof GitFailure && error.stdout !== '') return error.stdout;
    throw error;
  });
  const [head = '', ...rest] = output.toString().trimEnd().split('\n\n');
  const [tree = '', ...conflicts] = head.split('\n');
  return { tree, conflicts: [...new Set(conflicts)], messages: rest.join('\n\n') };
}

/** The merge of two commits of a remote, as `mergeTrees`. @throws ForgeFault */
export async function fetchAndMerge(
  gitDir: string,
  access: GitAccess,
  commits: { base: string; ours: string; theirs: string },
  signal?: AbortSignal,
): Promise<Merge> {
  for (const commit of Object.values(commits)) await fetchCommit(gitDir, access, { commit }, signal);
  return mergeTrees(gitDir, commits);
}

/** A commit with these files and parents; the same wherever it is made. */
export async function commitTree(
  gitDir: string,
  tree: string,
  parents: readonly string[],
  message: string,
): Promise<string> {
  const who = { NAME: 'Docent', EMAIL: 'docent@users.noreply.localhost', DATE: '1000000000 +0000' };
  const env = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((role) =>
      Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value]),
    ),
  );
  const args = parents.flatMap((parent) => ['-p', parent]);
  const commit = await git(['commit-tree', tree, ...args, '-F', '-'], { gitDir, env, input: `${message}\n` });
  return commit.toString().trim();
}

const copyOf = (gitDir: string, commit: string, parents: string[]) =>
  commitTree(gitDir, `${commit}^{tree}`, parents, 'A side of a merge');
