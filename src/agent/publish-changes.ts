import { hasCommit, pushBranch, remoteBranch } from '../git/bare-repository.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import { endRound, readFiles } from '../store/job-work.ts';
import { listMessages } from '../store/jobs.ts';
import { holdOn } from '../work/leases.ts';
import { makeCommit } from './commit-changes.ts';
import { nextRound } from './next-round.ts';
import { pullRequestText } from './pull-request-text.ts';
import { furtherBranch } from './prepare.ts';
import { gitDirOf, type Run, save } from './job-run.ts';

/**
 * Pushes the commit and opens or changes the one pull request. Each step looks first at what is there already, so that
 * it may be repeated after a crash at any point.
 * @throws ForgeFault | LostWork
 */
export async function publishChanges(run: Run): Promise<void> {
  const { job, deps, fence } = run;
  const { forge } = run.forge;
  if (!(await hasCommit(gitDirOf(run), job.commit!))) await remakeCommit(run);
  if (job.pullRequest !== null) {
    const pull = await forge.findPullRequest(job.branch!, job.baseBranch!);
    // Merged or closed while the job ran: what it did since goes into a new one.
    if (pull?.state !== 'open') return save(run, { branch: furtherBranch(job), pullRequest: null });
  }
  await holdOn(deps.store, fence);
  await push(run);
  const [messages, files] = [await listMessages(deps.store, job.id), await readFiles(deps.store, job.id)];
  const requests = messages.filter(({ author }) => author === 'person').map(({ text }) => text);
  const text = pullRequestText(job, requests, files);
  await holdOn(deps.store, fence);
  const pull =
    job.pullRequest === null
      ? await forge.openPullRequest({ ...text, branch: job.branch!, base: job.baseBranch! })
      : await forge.updatePullRequest(job.pullRequest.id, text);
  const now = await deps.store.now();
  const since = job.pullRequest?.since ?? job.baseCommit!;
  const pullRequest = { id: pull.id, url: pull.url, since };
  const opened = { type: 'pull-request', url: pull.url, draft: pull.draft };
  run.job = await endRound(
    deps.store,
    fence,
    {
      changes: { pullRequest, status: 'completed', endedAt: now },
      events: [opened, { type: 'status', status: 'completed' }],
    },
    { changes: { ...nextRound(job, 'queued', now, deps.modelName), pullRequest }, events: [opened] },
  );
}

/** The clone of an earlier attempt is gone; the commit comes out the same. */
async function remakeCommit(run: Run): Promise<void> {
  const commit = await makeCommit(run);
  if (commit !== run.job.commit) throw new Error(`The commit of ${run.job.id} came out as another one.`);
}

async function push(run: Run): Promise<void> {
  const { job } = run;
  const access = await run.forge.forge.access();
  const there = await remoteBranch(access, job.branch!, run.signal);
  if (there === job.commit) return;
  if (there !== null && there !== job.baseCommit) {
    throw new ForgeFault(
      'push_rejected',
      `Someone pushed to ${job.branch} while the job ran. Send a message to go on with a branch of its own.`,
    );
  }
  try {
    await pushBranch(gitDirOf(run), access, job.commit!, job.branch!, { signal: run.signal });
  } catch (error) {
    // The answer may have been lost, or our own earlier push have come in late: the branch tells.
    const pushed = await remoteBranch(access, job.branch!, run.signal).catch(() => null);
    if (pushed !== job.commit) throw error;
  }
}
