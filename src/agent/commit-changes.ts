import { commitChanges } from '../git/commit.ts';
import { diffCommits } from '../git/objects.ts';
import { recordCommit } from '../store/job-work.ts';
import { plainLine } from './plain-text.ts';
import { gitDirOf, openJobWorkspace, type Run } from './job-run.ts';
import type { Workspace } from './workspace.ts';

/** Commits what the job changed, and keeps the diff for people. */
export async function commitJob(run: Run): Promise<void> {
  const commit = await makeCommit(run);
  const diff = await diffCommits(gitDirOf(run), run.job.baseCommit!, commit);
  const changes = { commit, phase: 'publishing' as const, round: run.job.round };
  run.job = await recordCommit(run.deps.store, run.fence, changes, diff, [
    { type: 'phase', phase: 'publishing' },
  ]);
}

/** What a workspace changed, as a diff that nobody keeps. */
export async function diffOfJob(run: Run, workspace: Workspace): Promise<string> {
  const gitDir = gitDirOf(run);
  const changes = new Map(Object.entries(workspace.overlay()));
  const base = run.job.baseCommit!;
  const commit = await commitChanges(gitDir, { parent: base, changes, message: 'Changes so far', time: 0 });
  return diffCommits(gitDir, base, commit);
}

/** Makes the commit. It follows from what is stored alone, so that every repetition makes the same one. */
export async function makeCommit(run: Run): Promise<string> {
  const workspace = await openJobWorkspace(run);
  const { job } = run;
  return commitChanges(gitDirOf(run), {
    parent: job.baseCommit,
    changes: new Map(Object.entries(workspace.overlay())),
    executable: new Set(workspace.executables()),
    message: `${plainLine(job.title ?? 'Change the docs')}\n\nJob: ${job.id}\n`,
    time: Math.floor(job.roundStartedAt / 1000),
  });
}
