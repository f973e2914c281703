import { ForgeFault } from '../git/forge-fault.ts';
import { removeRepository } from '../git/bare-repository.ts';
import { LostJob, writeJob } from '../store/job-work.ts';
import type { Job } from '../store/jobs.ts';
import { commitJob } from './commit-changes.ts';
import { jobErrorOf, JobFault } from './job-fault.ts';
import { prepare } from './prepare.ts';
import { publishChanges } from './publish-changes.ts';
import type { AgentModel, AgentDeps } from './deps.ts';
import { gitDirOf, type Run } from './run-job.ts';
import { runModel } from './run-model.ts';
import { runScripted } from './run-scripted.ts';
import { validateChanges } from './validate-changes.ts';

/**
 * Works on a claimed job until it ends, waits for a forge, or is taken away. Whatever goes wrong is on the job's record;
 * this throws nothing.
 * @returns milliseconds after which the job is to be tried again; null when there is nothing more to do
 */
export async function workOnJob(deps: AgentDeps, job: Job, signal: AbortSignal): Promise<number | null> {
  const fence = { id: job.id, attempt: job.attempt };
  let run: Run | undefined;
  try {
    if (job.stalls > deps.settings.maxStalls) {
      throw new JobFault(
        'internal',
        'The job was begun many times and got nowhere. Create a new one, or send it a message.',
      );
    }
    const model = deps.openModel(job.model);
    run = { deps, job, fence, signal, forge: await deps.openForge(job.projectId) };
    while (run.job.status === 'active') await takePhase(run, model);
    await removeRepository(gitDirOf(deps, job));
    return null;
  } catch (error) {
    return settle(deps, run?.job ?? job, error, signal);
  }
}

async function takePhase(run: Run, model: AgentModel): Promise<void> {
  run.signal.throwIfAborted();
  switch (run.job.phase) {
    case 'queued':
    case 'preparing':
      return prepare(run);
    case 'running':
      return model.kind === 'scripted' ? runScripted(run) : runModel(run, model);
    case 'validating':
      return validateChanges(run, model.kind === 'model');
    case 'committing':
      return commitJob(run);
    case 'publishing':
      return publishChanges(run);
  }
}

/** What becomes of a job whose attempt ended by a throw. */
async function settle(
  deps: AgentDeps,
  job: Job,
  error: unknown,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    if (error instanceof LostJob) throw error;
    const fence = { id: job.id, attempt: job.attempt };
    if (signal.aborted) {
      // Handed over: another worker, or this one after its restart, goes on from the last finished step.
      await writeJob(deps.store, fence, { leaseUntil: 0, stalls: Math.max(job.stalls - 1, 0) });
      return null;
    }
    const wait = isPassing(error) ? deps.settings.forgeRetries[job.retries] : undefined;
    if (wait !== undefined) return await waitForForge(deps, job, wait);
    await failJob(deps, job, error);
  } catch (lost) {
    if (!(lost instanceof LostJob)) throw lost;
  }
  await removeRepository(gitDirOf(deps, job));
  return null;
}

const isPassing = (error: unknown) => error instanceof ForgeFault && error.code === 'forge_unavailable';

async function waitForForge(deps: AgentDeps, job: Job, wait: number): Promise<number> {
  const changes = {
    retries: job.retries + 1,
    notBefore: (await deps.store.now()) + wait,
    leaseUntil: 0,
    stalls: 0,
  };
  const event = {
    type: 'waiting',
    message: 'The forge could not be reached. The job goes on when it is back.',
  };
  await writeJob(deps.store, { id: job.id, attempt: job.attempt }, changes, [event]);
  return wait;
}

async function failJob(deps: AgentDeps, job: Job, error: unknown): Promise<void> {
  const shown = jobErrorOf(error);
  deps.log.error({ jobId: job.id, code: shown.code, phase: job.phase, error }, 'job failed');
  const changes = {
    status: 'failed' as const,
    error: shown,
    finish: null,
    endedAt: await deps.store.now(),
    leaseUntil: 0,
  };
  await writeJob(deps.store, { id: job.id, attempt: job.attempt }, changes, [
    { type: 'status', status: 'failed', error: shown },
  ]);
}
