import { type CommitAuthor, commitChanges, docent } from '../git/commit.ts';
import { diffCommits } from '../git/objects.ts';
import { type JobReview, type JobTexts, recordCommit } from '../store/job-work.ts';
import type { PullRequestSettings } from '../store/project-settings.ts';
import { JobFault } from './job-fault.ts';
import { filesOf, gitDirOf, openPullRequestWorkspace, type Run } from './job-run.ts';
import { plainLine } from './plain-text.ts';
import type { Workspace } from './workspace.ts';
import { orNull } from './checks/checker.ts';
import { readRules } from './checks/read-site.ts';

/** Commits the job's changes and stores their review for people. */
export async function commitJob(run: Run, workspace: Workspace): Promise<void> {
  const commit = await makeCommit(run, workspace);
  const review = await readReview(run, workspace, commit);
  const changes = { commit, phase: 'publishing' as const, round: run.job.round };
  run.job = await recordCommit(run.deps.store, run.fence, changes, review, [
    { type: 'phase', phase: 'publishing' },
  ]);
}

/** The diff of a workspace, which is not stored. */
export async function diffOfJob(run: Run, workspace: Workspace): Promise<string> {
  const gitDir = gitDirOf(run);
  const base = run.job.baseCommit!;
  const message = 'Changes so far';
  const commit = await commitChanges(gitDir, { ...changeOf(run, workspace), message, time: 0 });
  return diffCommits(gitDir, base, commit);
}

/** Makes the commit. It depends only on stored data, so a retry makes the same commit. */
export async function makeCommit(run: Run, workspace: Workspace): Promise<string> {
  const { pullRequests = {} } = run.repository;
  const merging = run.job.pullRequest?.merging;
  return commitChanges(gitDirOf(run), {
    ...changeOf(run, workspace),
    parents: merging && [merging.head, merging.base],
    message: commitMessage(run),
    time: Math.floor(run.job.roundStartedAt / 1000),
    author: authorOf(pullRequests),
    signingKeyFile: pullRequests.signing === 'key' ? signingKey(run) : null,
  });
}

const changeOf = ({ job }: Run, workspace: Workspace) => ({
  parent: job.baseCommit,
  changes: new Map(Object.entries(workspace.overlay())),
  executable: new Set(workspace.executables()),
});

export function commitMessage({ job, repository }: Run): string {
  const { pullRequests = {} } = repository;
  const { name, email } = authorOf(pullRequests);
  const signOff = pullRequests.signOff === true ? `Signed-off-by: ${name} <${email}>\n` : '';
  return `${plainLine(job.title ?? 'Change the docs')}\n\nJob: ${job.id}\n${signOff}`;
}

function authorOf({ commitName, commitEmail }: PullRequestSettings): CommitAuthor {
  return { name: commitName ?? docent.name, email: commitEmail ?? docent.email };
}

function signingKey({ deps }: Run): string {
  if (deps.signingKeyFile !== null) return deps.signingKeyFile;
  throw new JobFault(
    'signing_failed',
    'Commits of this project are to be signed, and this server has no key for it. Set DOCENT_COMMIT_SIGNING_KEY, then send the job a message.',
  );
}

/** A round's change for review: the diffs, and the files before and after. */
async function readReview(run: Run, round: Workspace, commit: string): Promise<JobReview> {
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
      page: now === null ? null : await readPage(whole, path, now),
    };
  }
  return { diff, whole: wholeDiff, texts };
}

/** A page's readable Markdown; null for a file that is no page, is hidden, or cannot be read. */
async function readPage(workspace: Workspace, file: string, text: string): Promise<string | null> {
  const rules = (await readRules(workspace, 'now')).pageRules.get(file);
  return rules === undefined ? null : orNull(workspace.checker.run('page', file, text, rules));
}
