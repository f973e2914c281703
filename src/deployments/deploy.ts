import { join } from 'node:path';
import { readIndexInfo } from '../retrieval/index-file.ts';
import { deploymentWork, endAbandoned } from '../store/deployment-queue.ts';
import type { DeploymentCause } from '../store/deploy-tables.ts';
import { type DeploymentProgress, updateDeployment } from '../store/deployments.ts';
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
import { readDocs } from './read-changes.ts';
import { stayPinned } from './stay-pinned.ts';
import { removeFilesOf } from './sweep-index-files.ts';

type DeployOptions = {
  onProgress?: ((progress: DeploymentProgress) => void) | undefined;
  /** Goes on even when most pages would vanish. */
  confirmed?: boolean | undefined;
  /** Why, for the record. */
  cause?: DeploymentCause | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Brings a project's docs into its index for a caller that waits, as soon as nobody else is at it. When nothing changed
 * nothing is done, not even recorded. On any failure the last good index stays, and the deployment says why.
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
      const why = 'The process that worked on it stopped before it was done.';
      await removeFilesOf(deps.indexFolder, await endAbandoned(deps.store, project.id, why));
      const signal = stop === undefined ? lost : AbortSignal.any([lost, stop]);
      return runDeployment({ deps, project, fence, deployment: null, cause, confirmed, onProgress, signal });
    },
    stop,
  );
}

/** As `deploy`, for who has the project's work: parses what changed, builds a new file beside the old one, and switches. */
export async function runDeployment(asked: Omit<DeploymentRun, 'journal'>): Promise<DeployResult> {
  const run = { ...asked, journal: await openJournal(asked) };
  try {
    return (await stayPinnedIfPinned(run)) ?? (await takePhases(run));
  } catch (error) {
    await endThrown(run, error);
    throw error;
  }
}

async function openJournal({ deps: { store }, deployment }: Omit<DeploymentRun, 'journal'>) {
  const now = await store.now();
  const ahead = now - Date.now();
  return createJournal(deployment?.createdAt ?? now, () => Date.now() + ahead);
}

/** Queued → reading → parsing and indexing → live. */
async function takePhases(run: DeploymentRun): Promise<DeployResult> {
  await beginStep(run, 'reading');
  const read = await readDocs(run);
  logRead(run.journal, read);
  if (isUnchanged(read)) return endUnchanged(run, read);
  const { confirmed } = await recordRun(run);
  if (read.base?.isOwn && !(run.confirmed || confirmed)) checkShrinkage(read.base, run.project, read.docs);
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
    // It was asked for before the project was pinned.
    const summary = 'The project is pinned to an earlier deployment.';
    const endedAt = await deps.store.now();
    await updateDeployment(deps.store, deployment, { status: 'failure', summary, endedAt });
  }
  return unchangedResult(file, readIndexInfo(file).pages, []);
}
