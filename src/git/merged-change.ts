import { join } from 'node:path';
import { initBare } from './bare-repository.ts';
import { fetchCommitGraph, fetchTrees } from './fetch.ts';
import { ForgeFault } from './forge-fault.ts';
import { type GitAccess, git, GitFailure } from './git.ts';
import { commitTree } from './merge.ts';

type Merged = {
  /** The newest commit of the pull request. */
  head: string | null;
  /** The commit on the base that merged it, or a ref of one like it. */
  commit: string | null;
  /** A commit of the base from before, which tells more where the base was moved on to `head`. */
  before: string | null;
};

type Range = { from: string; to: string; subjects: string };

const maxSubjects = 100;

/**
 * The change of a merged pull request as one commit, over the one where its branch left the base: a rebase or
 * fast-forward adds several commits, and forges name the last. Files must be fetched. Null when git cannot tell.
 * @param folder a temporary folder
 * @throws ForgeFault
 */
export async function fetchMerged(
  folder: string,
  access: GitAccess,
  merged: Merged,
  signal: AbortSignal,
): Promise<{ gitDir: string; commit: string } | null> {
  const range =
    (await rangeOf(folder, access, merged, signal)) ??
    (await rangeOf(folder, access, { ...merged, head: null, before: null }, signal));
  if (range === null) return null;
  const gitDir = join(folder, 'code.git');
  await initBare(gitDir);
  for (const commit of [range.from, range.to]) await fetchTrees(gitDir, access, commit, signal);
  const commit = await commitTree(gitDir, `${range.to}^{tree}`, [range.from], range.subjects);
  return { gitDir, commit };
}

async function rangeOf(
  folder: string,
  access: GitAccess,
  { head, commit, before }: Merged,
  signal: AbortSignal,
): Promise<Range | null> {
  const last = head ?? commit;
  if (last === null || (commit ?? before) === null) return null;
  const isMoved = commit === null || commit === last;
  const wanted = [last, isMoved ? before : commit].filter((one) => one !== null);
  const gitDir = join(folder, 'history.git');
  await initBare(gitDir);
  const run = async (...args: string[]) => (await git(args, { gitDir })).toString().trim();
  try {
    await fetchCommitGraph(gitDir, access, wanted, signal);
    const to = await run('rev-parse', 'refs/docent/graph-0');
    const base = `refs/docent/graph-${wanted.length - 1}${isMoved && before !== null ? '' : '^1'}`;
    const from = await run('merge-base', base, to);
    const format = ['--no-show-signature', '--format=%h %s', `--max-count=${maxSubjects}`];
    return { from, to, subjects: await run('log', ...format, `${from}..${to}`) };
  } catch (error) {
    if (isGone(error) || error instanceof GitFailure) return null;
    throw error;
  }
}

/** Forges remove the refs of old pull requests, and commits that were overwritten. */
const isGone = (error: unknown) =>
  error instanceof ForgeFault &&
  (error.code === 'ref_not_found' ||
    (error.cause instanceof GitFailure && /not our ref/.test(error.cause.stderr)));
