import { hash } from 'node:crypto';
import { hasCommit, pushBranch, remoteBranch } from '../git/bare-repository.ts';
import { readCommit } from '../git/objects.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import type { PullRequest, PullRequestText } from '../forges/forge.ts';
import { noteMarks } from '../store/job-marks.ts';
import { followPullRequest } from '../store/pull-request-work.ts';
import { endRound } from '../store/job-work.ts';
import { listMessages } from '../store/jobs.ts';
import { holdOn } from '../work/leases.ts';
import { commitMessage, makeCommit } from './commit-changes.ts';
import { changedClaims } from './changed-claims.ts';
import { JobFault } from './job-fault.ts';
import { nextRound } from './move-job.ts';
import { othersChanges } from './others-changes.ts';
import { changedText, pullRequestText, type Round } from './pull-request-text.ts';
import { shownRequests } from './shown-requests.ts';
import { ownersOfChange } from './code-owners.ts';
import type { Finish } from './tools/tool.ts';
import type { Workspace } from './workspace.ts';
import { furtherBranch } from './prepare.ts';
import { fetchInto, gitDirOf, goesOn, openPullRequestWorkspace, type Run, save } from './job-run.ts';
import { rebaseChange } from './catch-up.ts';

/**
 * Pushes the commit and opens or updates the one pull request. Each step first reads the forge's state, so all of it
 * can be repeated after a crash at any point.
 * @returns whether the change has a new base, so that it is to be checked again
 * @throws ForgeFault | LostWork
 */
export async function publishChanges(run: Run, workspace: Workspace): Promise<boolean> {
  if (!(await hasCommit(gitDirOf(run), run.job.commit!))) await remakeCommit(run, workspace);
  const { job, deps, fence } = run;
  const { forge } = run.repository;
  if (job.pullRequest !== null) {
    if (!goesOn(job)) {
      await save(run, { branch: furtherBranch(job), pullRequest: null });
      return false;
    }
    const pull = await forge.findPullRequest(job.branch!, job.baseBranch!);
    if (pull?.state !== 'open') {
      // Merged or closed while the job ran: the branch's commits are not to come back with the newer changes.
      const { id, url } = job.pullRequest;
      return rebaseChange(run, workspace, { pullRequest: { id, url, ended: true } });
    }
  }
  await holdOn(deps.store, fence);
  await push(run, workspace);
  await holdOn(deps.store, fence);
  const rounds = [...((job.pullRequest?.rounds ?? []) as Round[]), roundOf(job.finish as Finish)];
  const whole = await openPullRequestWorkspace(run, workspace);
  const { pull, drafted } = await openOrChange(run, whole, rounds, job.commit!);
  const notAsked = job.pullRequest === null ? await askForReview(run, pull.id, whole) : [];
  const now = await deps.store.now();
  const since = job.pullRequest?.since ?? job.baseCommit!;
  const pullRequest = { id: pull.id, url: pull.url, since, rounds, drafted };
  const opened = { type: 'pull-request', url: pull.url, draft: pull.draft, notAsked };
  await noteMarks(deps.store, job.id, [pull.url, job.commit!]);
  await followPullRequest(deps.store, job);
  run.job = await endRound(
    deps.store,
    fence,
    (job.finish as Finish).answers ?? [],
    {
      changes: { pullRequest, status: 'completed', endedAt: now },
      events: [opened, { type: 'status', status: 'completed' }],
    },
    { changes: { ...nextRound(job, 'queued', now, deps.modelName), pullRequest }, events: [opened] },
  );
  return false;
}

const roundOf = ({ summary, notVerified }: Finish): Round => ({ summary, notVerified });

/** Updates the open pull request's text when a round changed no files: people may have fixed the findings. */
export async function refreshPullRequest(run: Run, whole: Workspace): Promise<void> {
  const { job, repository } = run;
  const known = job.pullRequest!;
  if ((await repository.forge.readPullRequest(known.id)).state !== 'open') return;
  const { drafted } = await openOrChange(run, whole, (known.rounds ?? []) as Round[], job.baseCommit!);
  await save(run, { pullRequest: { ...known, drafted } });
}

type Shown = { pull: PullRequest; /** See `JobPullRequest`. */ drafted: string | undefined };

/** @param commit the newest one of the branch now */
async function openOrChange(run: Run, whole: Workspace, rounds: Round[], commit: string): Promise<Shown> {
  const { job, deps } = run;
  const { forge, previewUrl } = run.repository;
  const requests = await shownRequests(deps.checker, await listMessages(deps.store, job.id));
  const branch = job.branch!;
  const [claims, others] = [await changedClaims(run, whole), await othersChanges(run)];
  const textWith = (number: string | null) => {
    const preview = previewUrl?.(branch, number) ?? null;
    const parts = { requests, rounds, files: whole.overlay(), claims, previewUrl: preview, others };
    return pullRequestText(job, parts);
  };
  if (job.pullRequest !== null) {
    const { id, drafted, merging } = job.pullRequest;
    const before = await forge.readPullRequest(id);
    const text = textWith(id);
    // The second comparison is for a retry after a crash.
    const isOurs =
      drafted !== undefined &&
      (drafted === traceOf(run, before, merging?.head ?? job.baseCommit!) ||
        traceOf(run, changedText(before, text), '') === traceOf(run, before, ''));
    const after = changedText(before, text, isOurs);
    const pull = await forge.updatePullRequest(id, after);
    const isOurDraft = after.draft && (isOurs || !before.draft);
    return { pull, drafted: draftedAs(run, { ...after, draft: isOurDraft }, commit) };
  }
  const text = textWith(null);
  const opened = await forge.openPullRequest({ ...text, branch, base: job.baseBranch! });
  const full = { ...textWith(opened.id), draft: opened.draft };
  const pull = full.body === text.body ? opened : await forge.updatePullRequest(opened.id, full);
  return { pull, drafted: draftedAs(run, full, commit) };
}

function draftedAs(run: Run, text: PullRequestText, commit: string): string | undefined {
  return text.draft ? traceOf(run, text, commit) : undefined;
}

/**
 * A digest of a pull request's text and its branch's newest commit. White space is normalized, because forges differ
 * in line ends.
 */
function traceOf(
  { repository }: Run,
  { title, body }: Pick<PullRequestText, 'title' | 'body'>,
  commit: string,
) {
  const isForges = repository.pullRequests?.signing === 'forge';
  const words = body.replace(/\s+/g, ' ').trim();
  return hash('sha256', JSON.stringify([title.trim(), words, isForges ? '' : commit]));
}

/** @returns the reviewers and labels that the forge refused, which does not stop the change */
async function askForReview(run: Run, id: string, whole: Workspace): Promise<string[]> {
  const { forge, pullRequests: { labels = [], reviewers = [], askOwners = true } = {} } = run.repository;
  const owners = askOwners && !forge.asksOwners ? await ownersOfChange(whole) : [];
  const wish = { labels, reviewers: [...new Set([...reviewers, ...owners])] };
  return wish.labels.length + wish.reviewers.length === 0 ? [] : forge.requestReview(id, wish);
}

/** Makes the commit again, when the clone of an earlier attempt is gone. */
async function remakeCommit(run: Run, workspace: Workspace): Promise<void> {
  const commit = await makeCommit(run, workspace);
  // The commit differs when the project's commit settings changed meanwhile.
  if (commit !== run.job.commit) await save(run, { commit });
}

async function push(run: Run, workspace: Workspace): Promise<void> {
  const { job } = run;
  const access = await run.repository.forge.access();
  const there = await remoteBranch(access, job.branch!, run.signal);
  if (there === job.commit || (await isOurs(run, there))) return;
  const before = job.pullRequest?.merging?.head ?? job.baseCommit;
  if (there !== null && there !== before) {
    throw new ForgeFault(
      'push_rejected',
      `Someone pushed to ${job.branch} while the job ran. Send a message to go on with a branch of its own.`,
    );
  }
  // GitHub signs only commits with one parent.
  if (run.repository.pullRequests?.signing === 'forge' && job.pullRequest?.merging === undefined)
    return commitAtForge(run, workspace, there === null);
  try {
    await pushBranch(gitDirOf(run), access, job.commit!, job.branch!, { signal: run.signal });
  } catch (error) {
    // The response may have been lost, or an earlier push of ours arrived late; check the branch.
    const pushed = await remoteBranch(access, job.branch!, run.signal).catch(() => null);
    if (pushed !== job.commit) throw error;
  }
}

/** Whether the forge made our commit before a crash: another id, but the same files on the same parent. */
async function isOurs(run: Run, there: string | null): Promise<boolean> {
  const { job, repository } = run;
  if (repository.pullRequests?.signing !== 'forge' || there === null || there === job.baseCommit)
    return false;
  const gitDir = gitDirOf(run);
  await fetchInto(run, { commit: there });
  const [ours, theirs] = [await readCommit(gitDir, job.commit!), await readCommit(gitDir, there)];
  return ours.tree === theirs.tree && theirs.parents.includes(job.baseCommit!);
}

async function commitAtForge(run: Run, workspace: Workspace, isNew: boolean): Promise<void> {
  const { job } = run;
  const { forge } = run.repository;
  if (forge.commitOnBranch === undefined) {
    throw new JobFault(
      'signing_failed',
      `Commits of this project are to be signed by the forge, and ${forge.name} does not do that. Choose another way in the project's settings.`,
    );
  }
  const changes = new Map(Object.entries(workspace.overlay()));
  const message = commitMessage(run);
  await forge.commitOnBranch({ branch: job.branch!, parent: job.baseCommit!, isNew, message, changes });
}
