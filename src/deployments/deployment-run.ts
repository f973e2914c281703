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
import { newDeployment } from './new-deployment.ts';
import { stopReason } from './stop-reason.ts';
import { writeProgress } from './write-progress.ts';

/** One attempt to bring a project's docs into its index. */
export type DeploymentRun = {
  deps: DeployDeps;
  project: Project;
  /** The claim that it rests on. */
  fence: Fence;
  /** What people see of it; null as long as nobody asked for it and there is nothing to tell. */
  deployment: Deployment | null;
  /** Why it runs, for the record. */
  cause: DeploymentCause;
  /** Goes on even when most pages would vanish. */
  confirmed: boolean;
  onProgress(progress: DeploymentProgress): void;
  /** What it did and does, for its record. */
  journal: Journal;
  signal: AbortSignal;
};

/** The record of a run that has something to tell. */
export async function recordRun(run: DeploymentRun): Promise<Deployment> {
  if (run.deployment !== null) return run.deployment;
  const { store } = run.deps;
  const deployment = newDeployment(run.project, run.cause, await store.now());
  await addDeployment(store, { ...deployment, ...run.journal.shown(), status: 'in_progress' });
  run.deployment = deployment;
  return deployment;
}

/** Tells those who wait how far a run is, and everybody once it is on record. */
export function reportProgress(run: DeploymentRun): (step: Step) => void {
  let latest: DeploymentProgress | null = null;
  const write = writeProgress(() => writeRun(run, latest));
  return measureProgress((progress) => {
    latest = progress;
    run.journal.count(progress.done, progress.total);
    write();
    run.onProgress(progress);
  });
}

/** Begins a step of a run, for everybody to see once it is on record. */
export async function beginStep(run: DeploymentRun, name: StepName, total?: number): Promise<void> {
  run.journal.begin(name, total);
  await writeRun(run, null).catch(() => {});
}

async function writeRun({ deps, deployment, journal }: DeploymentRun, progress: DeploymentProgress | null) {
  if (deployment !== null) await updateDeployment(deps.store, deployment, { ...journal.shown(), progress });
}

/** What becomes of a run that threw: it waits again when the server stops, and its record says why when it failed. */
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
  // Whoever has the project now has ended what this one left.
  if (isLost) return;
  const summary = asDocentError(signal.aborted ? signal.reason : error).message;
  run.journal.log(summary);
  run.journal.end({ failed: true });
  await updateDeployment(deps.store, record, {
    status: 'failure',
    summary,
    ...run.journal.shown(),
    progress: null,
    endedAt: await deps.store.now(),
  });
}
