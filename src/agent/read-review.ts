import { diffCommits } from '../git/objects.ts';
import type { JobReview, JobTexts } from '../store/job-work.ts';
import { readPage } from './checks/read-page.ts';
import { filesOf, gitDirOf, openPullRequestWorkspace, type Run } from './job-run.ts';
import type { Workspace } from './workspace.ts';

/** A round's change for review: the diffs, and the files before and after. */
export async function readReview(run: Run, round: Workspace, commit: string): Promise<JobReview> {
  const gitDir = gitDirOf(run);
  const { baseCommit, pullRequest } = run.job;
  const whole = await openPullRequestWorkspace(run, round);
  // A round that merges its base starts from a commit with conflict markers, which is of no use in a review.
  const from = pullRequest?.merging?.head ?? baseCommit!;
  const diff = await diffCommits(gitDir, from, commit);
  const wholeDiff = whole === round ? null : await diffCommits(gitDir, pullRequest!.since!, commit);
  const paths = Object.keys(whole.overlay());
  const starts = await whole.readAll(paths, 'base');
  const before = await (await filesOf(run, from)).read(paths);
  const after = await whole.readAll(paths);
  const texts: Record<string, JobTexts> = {};
  for (const path of paths) {
    const now = after.get(path) ?? null;
    texts[path] = {
      start: starts.get(path) ?? null,
      before: before.get(path) ?? null,
      after: now,
      page: now === null ? null : await readPage(whole, run.deps.checker, path, now),
    };
  }
  return { diff, whole: wholeDiff, texts };
}
