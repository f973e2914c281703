import { asDocentError } from '../errors.ts';
import type { Log } from '../lib/log.ts';
import { beginDeployment, deploymentWork } from '../store/deployment-queue.ts';
import type { DeploymentCause } from '../store/deploy-tables.ts';
import { findLastEnded } from '../store/deployments.ts';
import { findProjectById } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import type { Work } from '../store/work.ts';
import type { WorkKind } from '../work/work-kind.ts';
import { runDeployment } from './deploy.ts';
import type { DeployDeps } from './deploy-deps.ts';
import { isOutage } from './is-outage.ts';
import { retryAbandoned } from './retry-abandoned.ts';

type DeploymentKindDeps = DeployDeps & {
  log: Log;
  /** Called after each successful deployment, changed or not. */
  onDeployed(projectId: string): void;
};

/** Milliseconds to each retry after an outage, half a day in all: longer ones need people. */
const retryAfterMs = [60_000, 300_000, 1_800_000, 7_200_000, 36_000_000];

/**
 * Deployments as background work: one at a time per project, across all servers. Deployments that failed in an
 * outage are retried: a pushed folder is not pushed again until its next change.
 */
export function deploymentKind(deps: DeploymentKindDeps): WorkKind {
  return {
    name: deploymentWork,
    // Each reads in a process of its own, so that a small one ends beside large ones.
    maxAtOnce: 4,
    // The record says why a deployment failed.
    retryAfterMs,
    handle: (work, signal) => deployProject(deps, work, signal),
  };
}

async function deployProject(
  deps: DeploymentKindDeps,
  work: Work,
  signal: AbortSignal,
): Promise<{ afterMs: number } | void> {
  const { store, log } = deps;
  const project = await findProjectById(store, work.subject);
  if (project === undefined) return;
  const ended = await retryAbandoned(deps, project);
  const deployment = (await beginDeployment(store, project.id)) ?? null;
  const { cause = work.tries > 1 ? 'recovery' : undefined } = (work.input ?? {}) as {
    cause?: DeploymentCause;
  };
  const crashedAgain = ended.some((each) => each.cause === 'recovery');
  if (deployment === null && (cause === undefined || crashedAgain)) return;
  // A request has a record, with what was confirmed for it.
  const confirmed = deployment === null && work.tries > 1 && (await wasConfirmed(store, project.id));
  const why = { deployment, cause: deployment?.cause ?? cause!, confirmed, onProgress() {} };
  try {
    const { faults = [] } = await runDeployment({ deps, project, fence: work, ...why, signal });
    deps.onDeployed(project.id);
    return againAfter(work, ...faults.map(({ error }) => error));
  } catch (error) {
    if (signal.aborted) throw error;
    const known = asDocentError(error);
    const { code, message } = known;
    const fields = { project: project.domain, projectId: project.id, deploymentId: deployment?.id };
    // Only internal errors need a stack.
    log.warn(
      { ...fields, ...(code === 'internal' ? { error: known } : { code, message }) },
      'docs not deployed',
    );
    return againAfter(work, error);
  }
}

/** When to try again, if an error may pass by itself. */
function againAfter({ tries }: Work, ...errors: unknown[]): { afterMs: number } | undefined {
  const afterMs = errors.some(isOutage) ? retryAfterMs[tries - 1] : undefined;
  return afterMs === undefined ? undefined : { afterMs };
}

/** Whether the loss of pages was confirmed for the attempt that is tried again. */
async function wasConfirmed(store: Store, projectId: string): Promise<boolean> {
  const last = await findLastEnded(store, projectId);
  return last?.status === 'failure' && last.confirmed;
}
