import { remoteBranch } from '../git/bare-repository.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import { commitTree, fetchAndMerge, findMergeBase, type Merge, mergeTrees } from '../git/merge.ts';
import { beginRound } from '../store/job-work.ts';
import type { JobChanges, JobPullRequest } from '../store/jobs.ts';
import { makeCommit } from './commit-changes.ts';
import { fixer } from './deps.ts';
import { isWritable } from './docs-path.ts';
import {
  changedTexts,
  fetchInto,
  filesOf,
  gitDirOf,
  mergeMessage,
  type Run,
  save,
  sideFolderOf,
} from './job-run.ts';
import { quoted } from '../lib/quoted.ts';
import type { Finish } from './tools/tool.ts';
import type { Workspace } from './workspace.ts';

type RoundPlace = { pullRequest: JobPullRequest | null; baseBranch: string };

/** `conflicts` is the message to the model about merge conflicts; null without any. */
type Begun = { base: string; pullRequest: JobPullRequest | null; conflicts: string | null };

/**
 * The commits that a further round of an open pull request starts from: the branch head, with the base merged in when
 * the two conflict, and the merge base of the whole change. That one moves when people update the branch themselves.
 */
export async function catchUp(
  run: Run,
  { pullRequest, baseBranch }: RoundPlace,
  head: string,
): Promise<Begun> {
  if (pullRequest?.since === undefined) return { base: head, pullRequest, conflicts: null };
  const { forge } = run.repository;
  const access = await forge.access();
  const onto = await remoteBranch(access, baseBranch, run.signal);
  if (onto === null || onto === pullRequest.since) return { base: head, pullRequest, conflicts: null };
  const since =
    (await findMergeBase(sideFolderOf(run), access, [head, onto], run.signal)) ?? pullRequest.since;
  const caughtUp = { ...pullRequest, since };
  if (since === onto) return { base: head, pullRequest: caughtUp, conflicts: null };
  const merge = await fetchAndMerge(
    gitDirOf(run),
    access,
    { base: since, ours: head, theirs: onto },
    run.signal,
  );
  const { hasConflicts } = await forge.readPullRequest(pullRequest.id);
  if (merge.conflicts.length === 0 && hasConflicts !== true)
    return { base: head, pullRequest: caughtUp, conflicts: null };
  refuseWhatIsNotOurs(run, merge.conflicts, baseBranch);
  const base = await commitTree(gitDirOf(run), merge.tree, [head, onto], mergeMessage);
  const merging = { head, base: onto, ancestor: since, conflicts: merge.conflicts };
  const conflicts = merge.conflicts.length === 0 ? null : promptOfConflicts(merge, baseBranch);
  return { base, pullRequest: { ...pullRequest, since: onto, merging }, conflicts };
}

/** Ends a round that nobody asked for: the base merged cleanly, or no longer conflicts. */
export function mergedAlone({ job }: Run, { pullRequest }: Begun) {
  const done =
    pullRequest?.merging === undefined ? 'The base has no conflicts any more.' : 'The base is merged in.';
  const finish: Finish = { title: job.title ?? 'Change the docs', summary: [done], notVerified: [] };
  return { phase: 'validating' as const, finish };
}

/** @throws ForgeFault when a file that a job may not write has conflicts */
function refuseWhatIsNotOurs(
  { repository, deps }: Run,
  conflicts: readonly string[],
  baseBranch: string,
): void {
  const closed = conflicts.find((file) => !isWritable(file, repository.docsRoot));
  if (closed === undefined && (conflicts.length === 0 || deps.modelName !== fixer)) return;
  throw new ForgeFault(
    'merge_conflict',
    `The branch conflicts with ${baseBranch} in ${conflicts.join(', ').slice(0, 500)}. Merge it by hand with git.`,
  );
}

const maxMessages = 5_000;

function promptOfConflicts({ conflicts, messages }: Merge, baseBranch: string): string {
  return [
    `${baseBranch} has moved on, and this change conflicts with it. Git merged what it could. In these files stand conflict markers: \`pull-request\` is our side, \`base\` is ${baseBranch}. Keep what both sides mean, also where one side removed what the other changed, and leave no marker. Do nothing besides.`,
    quoted('files', conflicts.join('\n')),
    quoted('git', messages.slice(0, maxMessages)),
  ].join('\n\n');
}

/**
 * Puts a round's change on what the base has become; what git cannot merge goes back to the model.
 * @param changes what else changes of the job
 * @returns whether it has a new base, so that it is to be checked again
 */
export async function rebaseChange(run: Run, workspace: Workspace, changes: JobChanges): Promise<boolean> {
  const { job, deps, fence } = run;
  const gitDir = gitDirOf(run);
  const base = job.baseBranch!;
  const theirs = await fetchInto(run, { branch: base });
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
