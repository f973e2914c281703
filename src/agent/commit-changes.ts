import { commitChanges } from '../git/commit.ts';
import { diffCommits } from '../git/objects.ts';
import { recordCommit } from '../store/job-work.ts';
import { plainLine } from './plain-text.ts';
import { gitDirOf, openJobWorkspace, type Run } from './run-job.ts';

/** Commits what the job changed, and keeps the diff for people. */
export async function commitJob(run: Run): Promise<void> {
  const commit = await makeCommit(run);
  const diff = await diffCommits(gitDirOf(run), run.job.baseCommit!, commit);
  const changes = { commit, phase: 'publishing' as const, round: run.job.round };
  run.job = await recordCommit(run.deps.store, run.fence, changes, diff, [
    { type: 'phase', phase: 'publishing' },
  ]);
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
