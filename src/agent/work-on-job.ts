import { removeRepository } from '../git/bare-repository.ts';
import { type JobFence, writeJob } from '../store/job-work.ts';
import { wakeGaps } from '../store/gap-loops.ts';
import { findJobById, type Job } from '../store/jobs.ts';
import { countTries, LostWork, type Work } from '../store/work.ts';
import { commitJob } from './commit-changes.ts';
import { jobErrorOf, JobFault } from './job-fault.ts';
import { prepare } from './prepare.ts';
import { proveChanges } from './prove-changes.ts';
import { publishChanges } from './publish-changes.ts';
import type { AgentDeps } from './deps.ts';
import { gitDirOf, openJobWorkspace, sideFolderOf } from './job-run.ts';
import { runModel } from './run-model.ts';
import { runScripted } from './run-scripted.ts';
import { validateChanges } from './validate-changes.ts';
import { waitAfterFault } from './wait-after-fault.ts';
import { awaitOthers, requireTurn, Waits } from './wait-for-others.ts';
import { lookLater, wakeWaitingJobs } from './waiting-jobs.ts';
import type { Workspace } from './workspace.ts';

/**
 * Works on a job until it ends, waits for a forge or a model, or loses its claim. Faults go to the job's record.
 * @returns when to retry; undefined when the job has ended
 * @throws LostWork, and the error of an aborted signal
 */
export async function workOnJob(
  deps: AgentDeps,
  work: Work,
  signal: AbortSignal,
): Promise<{ afterMs: number } | undefined> {
  const job = await findJobById(deps.store, work.subject);
  if (job === undefined) return undefined;
  const fence = { id: work.id, attempt: work.attempt, jobId: job.id };
  try {
    if (work.tries > deps.settings.maxStalls) {
      throw new JobFault(
        'internal',
        'The job was started many times without progress. Create a new one, or send it a message.',
      );
    }
    await takePhases(deps, job, fence, signal);
    await wakeWaitingJobs(deps.store, job.projectId);
  } catch (error) {
    // Handed over: another worker, or this one after a restart, continues from the last finished step.
    if (signal.aborted && !(signal.reason instanceof LostWork)) throw error;
    if (error instanceof Waits) await lookLater(deps.store, job);
    else if (!(error instanceof LostWork)) return await settle(deps, fence, error);
  } finally {
    // Wakes the gap that waits for this job's end.
    await wakeGaps(deps.store, job.projectId);
    await removeRepository(gitDirOf({ deps, fence }));
    await removeRepository(sideFolderOf({ deps, fence }));
  }
  return undefined;
}

/** Opens the workspace once: at the end of each phase it matches the stored files. */
async function takePhases(deps: AgentDeps, job: Job, fence: JobFence, signal: AbortSignal): Promise<void> {
  const model = deps.openModel(job.model);
  const repository = await deps.openRepository(job.projectId);
  const run = { deps, job, fence, signal, repository, commits: new Map() };
  let workspace: Workspace | null = null;
  while (run.job.status === 'active') {
    signal.throwIfAborted();
    const { phase } = run.job;
    if (phase === 'queued' || phase === 'preparing') {
      await prepare(run);
      workspace = null;
      continue;
    }
    if (run.job.waitsFor !== null) await requireTurn(run);
    workspace ??= await openJobWorkspace(run);
    if (phase === 'validating') await validateChanges(run, workspace, model.kind === 'model');
    else if (phase === 'proving') await proveChanges(run, workspace, model.kind === 'model');
    else if (phase === 'committing' && (await awaitOthers(run, workspace))) workspace = null;
    else if (phase === 'committing') await commitJob(run, workspace);
    else if (phase === 'publishing') workspace = (await publishChanges(run, workspace)) ? null : workspace;
    else if (model.kind === 'scripted') await runScripted(run, workspace);
    else await runModel(run, workspace, model);
  }
}

/** Handles an attempt that threw. @throws LostWork */
async function settle(
  deps: AgentDeps,
  fence: JobFence,
  error: unknown,
): Promise<{ afterMs: number } | undefined> {
  const { store, settings } = deps;
  const wait = waitAfterFault(error, await countTries(store, fence), settings);
  if (wait === null) return failJob(deps, fence, error);
  const { afterMs, message } = wait;
  deps.log.warn({ jobId: fence.jobId, afterMs, error }, 'job waits');
  await writeJob(store, fence, {}, [{ type: 'waiting', message }]);
  return { afterMs };
}

async function failJob({ store, log }: AgentDeps, fence: JobFence, error: unknown): Promise<undefined> {
  const shown = jobErrorOf(error);
  log.error({ jobId: fence.jobId, code: shown.code, error }, 'job failed');
  const status = 'failed' as const;
  const changes = { status, error: shown, finish: null, endedAt: await store.now() };
  await writeJob(store, fence, changes, [{ type: 'status', status, error: shown }]);
}
