import { commitChanges } from '../forges/commit.ts';
import { plainLine } from './plain-text.ts';
import { gitDirOf, openJobWorkspace, type Run, save } from './run.ts';

/** Makes the commit. It follows from what is stored alone, so that every repetition makes the same one. */
export async function commitJob(run: Run): Promise<void> {
  const workspace = await openJobWorkspace(run);
  const { job } = run;
  const commit = await commitChanges(gitDirOf(run.rooms, run.job), {
    parent: job.baseCommit,
    changes: new Map(Object.entries(workspace.overlay())),
    executable: new Set(workspace.executables()),
    message: `${plainLine(job.title ?? 'Change the docs')}\n\nJob: ${job.id}\n`,
    time: Math.floor(job.roundStartedAt / 1000),
  });
  await save(run, { commit, phase: 'publishing' });
}
