import { join } from 'node:path';
import { readIndexInfo } from '../retrieval/index-file.ts';
import { deploymentWork } from '../store/deployment-queue.ts';
import type { DeploymentCause } from '../store/deploy-tables.ts';
import { type DeploymentProgress, updateDeployment } from '../store/deployments.ts';
import { DiskFull, isFullError } from '../store/disk-full.ts';
import type { Project } from '../store/projects.ts';
import { runNow } from '../work/run-now.ts';
import { buildIndexFile } from './build-index-file.ts';
import { checkShrinkage } from './check-shrinkage.ts';
import type { DeployDeps, DeployResult } from './deploy-deps.ts';
import { beginStep, type DeploymentRun, endThrown, recordRun, reportProgress } from './deployment-run.ts';
import { endUnchanged, isUnchanged, unchangedResult } from './end-unchanged.ts';
import { goLive } from './go-live.ts';
import { createJournal } from './journal.ts';
import { logRead, logWarnings } from './log-run.ts';
import { measureProgress } from './measure-progress.ts';
import { type DocsRead, readDocs } from './read-changes.ts';
import { retryAbandoned } from './retry-abandoned.ts';
import { stayPinned } from './stay-pinned.ts';

type DeployOptions = {
  onProgress?: ((progress: DeploymentProgress) => void) | undefined;
  /** Continue even when most pages would vanish. */
  confirmed?: boolean | undefined;
  /** Why it runs, for the record. */
  cause?: DeploymentCause | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Updates a project's index from its docs and waits for the result; other work on the project comes first. Without
 * changes it does nothing and records nothing. On failure the last good index stays, and the record says why.
 * @throws DocentError `not_found` for a source that is missing or holds no docs, `conflict` when most pages would vanish
 */
export async function deploy(
  deps: DeployDeps,
  project: Project,
  { onProgress = () => {}, confirmed = false, cause = 'start', signal: stop }: DeployOptions = {},
): Promise<DeployResult> {
  const request = { kind: deploymentWork, subject: project.id, projectId: project.id };
  return runNow(
    deps.store,
    request,
    async (fence, lost) => {
      await retryAbandoned(deps, project);
      const signal = stop === undefined ? lost : AbortSignal.any([lost, stop]);
      return runDeployment({ deps, project, fence, deployment: null, cause, confirmed, onProgress, signal });
    },
    stop,
  );
}

/** As `deploy`, for a caller that holds the lease: parses what changed, builds a new file, and switches to it. */
export async function runDeployment(asked: Omit<DeploymentRun, 'journal'>): Promise<DeployResult> {
  const run = { ...asked, journal: await openJournal(asked) };
  try {
    return (await stayPinnedIfPinned(run)) ?? (await takePhases(run));
  } catch (thrown) {
    // Tried again later, which the record says, too.
    const error = isFullError(thrown) ? new DiskFull(thrown) : thrown;
    await endThrown(run, error);
    throw error;
  }
}

async function openJournal({ deps: { store }, deployment }: Omit<DeploymentRun, 'journal'>) {
  const now = await store.now();
  const ahead = now - Date.now();
  return createJournal(deployment?.createdAt ?? now, () => Date.now() + ahead);
}

/** The phases: queued → reading → parsing and indexing → live. */
async function takePhases(run: DeploymentRun): Promise<DeployResult> {
  await beginStep(run, 'reading');
  const read = await readDocs(run);
  try {
    return await takeFurther(run, read);
  } finally {
    read.docs.close();
  }
}

async function takeFurther(run: DeploymentRun, read: DocsRead): Promise<DeployResult> {
  logRead(run.journal, read);
  if (isUnchanged(read)) return endUnchanged(run, read);
  const { confirmed } = await recordRun(run);
  if (read.base?.isOwn && !confirmed) checkShrinkage(read.base, run.project, read.docs);
  const file = join(run.deps.indexFolder, `${run.deployment!.id}.sqlite`);
  await beginStep(run, 'parsing', read.plan.parse.length);
  const built = await buildIndexFile(file, {
    ...read,
    onStep: reportProgress(run),
    onParsed: () => beginStep(run, 'indexing'),
    signal: run.signal,
  });
  logWarnings(run.journal, built.warnings);
  await beginStep(run, 'live');
  return goLive(run, read, { file, ...built });
}

async function stayPinnedIfPinned(run: DeploymentRun): Promise<DeployResult | undefined> {
  const { deps, project, deployment, signal, onProgress } = run;
  const file = await stayPinned(deps, project, { signal, onStep: measureProgress(onProgress) });
  if (file === undefined) return undefined;
  if (deployment !== null) {
    // The deployment was requested before the project was pinned.
    const summary = 'The project is pinned to an earlier deployment.';
    const endedAt = await deps.store.now();
    await updateDeployment(deps.store, deployment, { status: 'failure', summary, endedAt });
  }
  return unchangedResult(file, readIndexInfo(file).pages, []);
}
