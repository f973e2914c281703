import { join } from 'node:path';
import { hasCommit, initBare } from '../git/bare-repository.ts';
import { fetchCommit } from '../git/fetch.ts';
import { GitFailure } from '../git/git.ts';
import { commitTree, fetchAndMerge } from '../git/merge.ts';
import { remember } from '../lib/remember.ts';
import { type JobFence, readFiles, writeJob } from '../store/job-work.ts';
import type { Job, JobChanges } from '../store/jobs.ts';
import { type BaseFiles, openBaseFiles } from './base-files.ts';
import type { AgentDeps, DocsRepository } from './deps.ts';
import { othersChanges } from './others-changes.ts';
import { openWorkspace, type Overlay, type Workspace } from './workspace.ts';

/** One attempt at a job: its claim, and the job as last written. */
export type Run = {
  deps: AgentDeps;
  job: Job;
  fence: JobFence;
  repository: DocsRepository;
  signal: AbortSignal;
  /** The files of commits of the job's clone, by commit. */
  commits: Map<string, Promise<BaseFiles>>;
};

/** Writes the job and notifies watchers. @throws LostWork */
export async function save(run: Run, changes: JobChanges, events: object[] = []): Promise<void> {
  const moved = changes.phase !== undefined && changes.phase !== run.job.phase;
  const phase = moved ? [{ type: 'phase', phase: changes.phase }] : [];
  run.job = await writeJob(run.deps.store, run.fence, changes, [...events, ...phase]);
}

/** The folder for clones of read-only repositories and of history, removed with the attempt as well. */
export const sideFolderOf = (run: Pick<Run, 'deps' | 'fence'>) => gitDirOf(run).replace(/\.git$/, '');

/** The bare clone of one attempt at a job. The next attempt may begin before this one's is removed. */
export const gitDirOf = ({ deps, fence }: Pick<Run, 'deps' | 'fence'>) =>
  join(deps.workFolder, `${fence.id}-${fence.attempt}.git`);

/**
 * The docs with the whole change of the pull request over its merge base: in a later round that includes changes of
 * earlier rounds and of people on its branch.
 * @param round the docs with this round's changes
 */
export async function openPullRequestWorkspace(run: Run, round: Workspace): Promise<Workspace> {
  const base = beginningOf(run);
  if (base === run.job.baseCommit) return round;
  const overlay = { ...(await earlierChanges(run)), ...round.overlay() };
  const { docsRoot, urls } = run.repository;
  const { checker } = run.deps;
  return openWorkspace({ checker, files: await filesOf(run, base), docsRoot, urls, overlay });
}

/** The pull request's changes of earlier rounds and of people. */
export async function earlierChanges(run: Run): Promise<Overlay> {
  const since = beginningOf(run);
  const base = run.job.baseCommit!;
  if (since === base) return {};
  if (!(await hasCommit(gitDirOf(run), since))) await fetchInto(run, { commit: since });
  return changedTexts(await filesOf(run, since), await filesOf(run, base));
}

/** Whether a round's change goes into the pull request that is there. */
export const goesOn = ({ pullRequest }: Pick<Job, 'pullRequest'>): boolean =>
  pullRequest !== null && pullRequest.ended !== true;

/** The merge base of the whole change. */
export const beginningOf = ({ job }: Run): string => job.pullRequest?.since ?? job.baseCommit!;

/** The docs with the job's changes. The clone is made again when this machine does not have it. */
export async function openJobWorkspace(run: Run): Promise<Workspace> {
  const base = run.job.baseCommit!;
  const files = await filesOf(run, base).catch(async (error: unknown) => {
    if (!(error instanceof GitFailure)) throw error;
    await initBare(gitDirOf(run));
    await fetchBase(run);
    return filesOf(run, base);
  });
  const overlay = await readFiles(run.deps.store, run.job.id);
  const { docsRoot, urls } = run.repository;
  // Only this phase writes. A pull request that is open already may go on with its pages.
  const others = run.job.phase === 'running' && !goesOn(run.job) ? await othersChanges(run) : [];
  const taken = new Map(others.flatMap(({ url, files }) => files.map((file) => [file, url] as const)));
  return openWorkspace({ checker: run.deps.checker, files, docsRoot, urls, overlay, taken });
}

/** Fetches into the job's clone. @returns the commit. @throws ForgeFault */
export async function fetchInto(run: Run, what: { branch: string } | { commit: string }): Promise<string> {
  return fetchCommit(gitDirOf(run), await run.repository.forge.access(), what, run.signal);
}

/** The files of a commit of the job's clone, which each phase of an attempt needs. @throws GitFailure */
export function filesOf(run: Run, commit: string): Promise<BaseFiles> {
  return remember(run.commits, commit, () => openBaseFiles(gitDirOf(run), commit));
}

/** The message of the merge commit that a round starts from; it is never pushed. */
export const mergeMessage = 'Merge the base, with its conflicts';

/** The commit that a round starts from: one of the remote, or the merge of two of them. */
async function fetchBase(run: Run): Promise<void> {
  const { baseCommit, pullRequest } = run.job;
  const { merging } = pullRequest ?? {};
  if (merging === undefined) return void (await fetchInto(run, { commit: baseCommit! }));
  const gitDir = gitDirOf(run);
  const access = await run.repository.forge.access();
  const { head: ours, base: theirs, ancestor } = merging;
  const merge = await fetchAndMerge(gitDir, access, { base: ancestor, ours, theirs }, run.signal);
  const made = await commitTree(gitDir, merge.tree, [ours, theirs], mergeMessage);
  if (made !== baseCommit) throw new Error(`The merge of ${run.job.id} came out as another one.`);
}

/** Text files that differ between two commits, as in the later one; null for files that it removed. */
export async function changedTexts(before: BaseFiles, after: BaseFiles): Promise<Overlay> {
  const isChanged = (path: string) => before.entries.get(path)?.id !== after.entries.get(path)?.id;
  const texts = await after.read([...after.entries.keys()].filter(isChanged));
  const removed = [...before.entries.keys()].filter((path) => !after.entries.has(path));
  return Object.fromEntries([...texts, ...removed.map((path) => [path, null] as const)]);
}
