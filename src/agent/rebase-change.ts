import { fetchCommit } from '../git/fetch.ts';
import { commitTree, mergeTrees } from '../git/merge.ts';
import { beginRound } from '../store/job-work.ts';
import type { JobChanges } from '../store/jobs.ts';
import { promptOfConflicts, refuseWhatIsNotOurs } from './catch-up.ts';
import { makeCommit } from './commit-changes.ts';
import { fixer } from './deps.ts';
import { changedTexts, filesOf, gitDirOf, mergeMessage, type Run, save } from './job-run.ts';
import type { Workspace } from './workspace.ts';

/**
 * Puts a round's change on what the base has become; what git cannot merge goes back to the model.
 * @param changes what else changes of the job
 * @returns whether it has a new base, so that it is to be checked again
 */
export async function rebaseChange(run: Run, workspace: Workspace, changes: JobChanges): Promise<boolean> {
  const { job, deps, fence, repository, signal } = run;
  const gitDir = gitDirOf(run);
  const base = job.baseBranch!;
  const theirs = await fetchCommit(gitDir, await repository.forge.access(), { branch: base }, signal);
  if (theirs === job.baseCommit) {
    await save(run, { ...changes, waitsFor: null });
    return false;
  }
  const begin = async (next: JobChanges, files: Record<string, string | null>, text?: string) => {
    const event = { type: 'phase', phase: next.phase };
    const all = { ...changes, ...next, waitsFor: null, validations: 0 };
    run.job = await beginRound(deps.store, fence, all, files, [event], text);
    return true;
  };
  // Without a model, the same work is done again.
  if (job.model === fixer) return begin({ phase: 'queued', finish: null }, {});
  const ours = await makeCommit(run, workspace);
  const merge = await mergeTrees(gitDir, { base: job.baseCommit!, ours, theirs });
  refuseWhatIsNotOurs(run, merge.conflicts, base);
  const merged = await commitTree(gitDir, merge.tree, [theirs], mergeMessage);
  const files = await changedTexts(await filesOf(run, theirs), await filesOf(run, merged));
  const baseCommit = { baseCommit: theirs };
  return merge.conflicts.length === 0
    ? begin({ ...baseCommit, phase: 'validating' }, files)
    : begin({ ...baseCommit, phase: 'running', finish: null }, files, promptOfConflicts(merge, base));
}
