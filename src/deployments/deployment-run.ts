import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asDocentError } from '../errors.ts';
import { putBackDeployment } from '../store/deployment-queue.ts';
import type { DeploymentCause, StepName } from '../store/deploy-tables.ts';
import {
  addDeployment,
  type Deployment,
  type DeploymentProgress,
  updateDeployment,
} from '../store/deployments.ts';
import type { Project } from '../store/projects.ts';
import { type Fence, LostWork } from '../store/work.ts';
import type { DeployDeps } from './deploy-deps.ts';
import type { Journal } from './journal.ts';
import { measureProgress, type Step } from './measure-progress.ts';
import { newDeployment } from './request-deployment.ts';
import { stopReason } from './stop-reason.ts';

/** One attempt to update a project's index. */
export type DeploymentRun = {
  deps: DeployDeps;
  project: Project;
  /** The lease that the run holds. */
  fence: Fence;
  /** The public record; null while nobody has requested the run and it has nothing to report. */
  deployment: Deployment | null;
  /** Why it runs, for a record that it makes. */
  cause: DeploymentCause;
  /** Whether to continue even when most pages would vanish, for a record that it makes. */
  confirmed: boolean;
  onProgress(progress: DeploymentProgress): void;
  /** Its steps and log, for the record. */
  journal: Journal;
  signal: AbortSignal;
};

/** The run's record, created when it is first needed. */
export async function recordRun(run: DeploymentRun): Promise<Deployment> {
  if (run.deployment !== null) return run.deployment;
  const { store } = run.deps;
  const { confirmed } = run;
  const deployment = { ...newDeployment(run.project, run.cause, await store.now()), confirmed };
  await addDeployment(store, { ...deployment, ...run.journal.shown(), status: 'in_progress' });
  run.deployment = deployment;
  return deployment;
}

/**
 * Begins a step of a run, and stores it once there is a record.
 * @returns reports how far the step is, to the caller and in the record
 */
export async function step(
  run: DeploymentRun,
  name: StepName,
  total?: number,
): Promise<(step: Step) => void> {
  const write = async (progress: DeploymentProgress | null) => {
    if (run.deployment !== null)
      await updateDeployment(run.deps.store, run.deployment, { ...run.journal.shown(), progress });
  };
  run.journal.begin(name, total);
  await write(null).catch(() => {});
  return measureProgress((progress) => {
    run.journal.count(progress.done, progress.total);
    run.onProgress(progress);
  }, write);
}

/** Ends the step under way. @returns what the record of the ended run says */
export async function endSteps({ deps, journal }: DeploymentRun, failed = false) {
  journal.end(failed);
  return { ...journal.shown(), progress: null, endedAt: await deps.store.now() };
}

/** Ends a run that threw: a stopping server puts it back in the queue; a failed run's record says why. */
export async function endThrown(run: DeploymentRun, error: unknown): Promise<void> {
  const { deps, deployment, signal } = run;
  const isLost = error instanceof LostWork || signal.reason instanceof LostWork;
  if (signal.reason === stopReason) {
    if (deployment !== null) await putBackDeployment(deps.store, deployment, stopReason.message);
    return;
  }
  const record = isLost ? deployment : await recordRun(run);
  if (record === null) return;
  await rm(join(deps.indexFolder, `${record.id}.sqlite`), { force: true });
  // The process that holds the lease now has ended this run.
  if (isLost) return;
  const summary = asDocentError(signal.aborted ? signal.reason : error).message;
  run.journal.log(summary);
  await updateDeployment(deps.store, record, { status: 'failure', summary, ...(await endSteps(run, true)) });
}
