import { initBare, remoteBranch } from '../git/bare-repository.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import { beginRound, readFiles } from '../store/job-work.ts';
import { type Job, type JobPullRequest, listMessages } from '../store/jobs.ts';
import { catchUp, mergedAlone } from './catch-up.ts';
import { fetchInto, filesOf, gitDirOf, goesOn, type Run, save } from './job-run.ts';
import { openWorkspace } from './workspace.ts';

/** The branch or commit that a round starts from, and the branch of ours that it pushes to. */
type Place = {
  baseBranch: string;
  from: { branch: string } | { commit: string };
  branch: string;
  pullRequest: JobPullRequest | null;
};

/**
 * Checks the access, fetches the commit to work on and chooses the branch, which is stored before any push.
 * @throws ForgeFault
 */
export async function prepare(run: Run): Promise<void> {
  if (run.job.phase === 'queued') await save(run, { phase: 'preparing' });
  const { forge, docsRoot } = run.repository;
  const { defaultBranch, canWrite } = await forge.inspect();
  if (defaultBranch === '') {
    throw new ForgeFault('repository_empty', `${forge.repository} has no commits yet. Push the docs first.`);
  }
  if (!canWrite) {
    throw new ForgeFault(
      'forge_access_denied',
      `Our credentials can read ${forge.repository} but not write to it. Give them the right to push branches.`,
    );
  }
  const place = await choosePlace(run, run.job.ref ?? defaultBranch);
  await initBare(gitDirOf(run));
  const head = await fetchInto(run, place.from);
  const { baseBranch, branch } = place;
  const begun = await catchUp(run, place, head);
  const { base, pullRequest, conflicts } = begun;
  const messages = await listMessages(run.deps.store, run.job.id);
  const isAsked = conflicts !== null || messages.some(({ step }) => step === null);
  const next = isAsked ? { phase: 'running' as const } : mergedAlone(run, begun);
  // Refuses a base without docs before anything is written.
  openWorkspace({ checker: run.deps.checker, files: await filesOf(run, base), docsRoot, overlay: {} });
  const changes = { baseBranch, branch, pullRequest, baseCommit: base, commit: null, ...next };
  const files = 'commit' in place.from ? null : {};
  const event = { type: 'phase', phase: next.phase };
  run.job = await beginRound(run.deps.store, run.fence, changes, files, [event], conflicts);
}

/**
 * A round continues an open pull request. After a merged or closed one it starts anew: the job keeps that one until a
 * change is published, which may not come. Changes that never got a pull request are kept.
 */
async function choosePlace(run: Run, baseBranch: string): Promise<Place> {
  const { job, repository, deps } = run;
  const anew = { baseBranch, from: { branch: baseBranch }, branch: `docent/${job.id}`, pullRequest: null };
  if (job.branch === null) return anew;
  const earlier = { ...anew, baseBranch: job.baseBranch!, branch: job.branch };
  const pull = await repository.forge.findPullRequest(job.branch, earlier.baseBranch);
  if (pull?.state === 'open')
    return {
      ...earlier,
      from: { branch: job.branch },
      pullRequest: { ...job.pullRequest, id: pull.id, url: pull.url, merging: undefined, ended: undefined },
    };
  // The forge may have lost one.
  const gone = pull ?? (goesOn(job) ? job.pullRequest : null);
  if (gone !== null) {
    const pullRequest = { id: gone.id, url: gone.url, ended: true };
    return { ...anew, branch: job.branch, pullRequest };
  }
  const isFree = (await remoteBranch(await repository.forge.access(), job.branch)) === null;
  const branch = isFree ? job.branch : furtherBranch(job);
  const isKept = Object.keys(await readFiles(deps.store, job.id)).length > 0;
  return isKept ? { ...earlier, branch, from: { commit: job.baseCommit! } } : { ...anew, branch };
}

/** The next branch name for a round, when the job's first branch is used up. */
export function furtherBranch({ id, round }: Job): string {
  return `docent/${id}-${round}`;
}
