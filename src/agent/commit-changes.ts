import { commitChanges } from '../git/commit.ts';
import { diffCommits } from '../git/objects.ts';
import { recordCommit } from '../store/job-work.ts';
import { plainLine } from './plain-text.ts';
import { gitDirOf, openJobWorkspace, type Run } from './run-job.ts';

/** Makes the commit. It follows from what is stored alone, so that every repetition makes the same one. */
export async function commitJob(run: Run): Promise<void> {
  const workspace = await openJobWorkspace(run);
  const { job, deps } = run;
  const gitDir = gitDirOf(deps, job);
  const commit = await commitChanges(gitDir, {
    parent: job.baseCommit,
    changes: new Map(Object.entries(workspace.overlay())),
    executable: new Set(workspace.executables()),
    message: `${plainLine(job.title ?? 'Change the docs')}\n\nJob: ${job.id}\n`,
    time: Math.floor(job.roundStartedAt / 1000),
  });
  const diff = await diffCommits(gitDir, job.baseCommit!, commit);
  const changes = { commit, phase: 'publishing' as const, round: job.round };
  const events = job.phase === 'publishing' ? [] : [{ type: 'phase', phase: 'publishing' }];
  run.job = await recordCommit(deps.store, run.fence, changes, diff, events);
}
