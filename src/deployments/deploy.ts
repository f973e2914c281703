import { join } from 'node:path';
import { nameByDocs } from '../accounts/name-project.ts';
import { deploymentWork } from '../store/deployment-queue.ts';
import type { DeploymentCause } from '../store/deploy-tables.ts';
import type { DeploymentProgress } from '../store/deployments.ts';
import { DiskFull, isFullError } from '../store/disk-full.ts';
import type { Project } from '../store/projects.ts';
import { runNow } from '../work/run-now.ts';
import { buildIndexFile } from './build-index-file.ts';
import { checkShrinkage } from './check-shrinkage.ts';
import type { DeployDeps, DeployResult } from './deploy-deps.ts';
import { type DeploymentRun, endThrown, recordRun, step } from './deployment-run.ts';
import { endUnchanged, isUnchanged } from './end-unchanged.ts';
import { goLive } from './go-live.ts';
import { createJournal } from './journal.ts';
import { logRead, logWarnings } from './log-run.ts';
import { keepLastReading } from './last-reading.ts';
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
  const now = await asked.deps.store.now();
  const ahead = now - Date.now();
  const journal = createJournal(asked.deployment?.createdAt ?? now, () => Date.now() + ahead);
  const run = { ...asked, journal };
  try {
    return (await stayPinned(run)) ?? (await takeSteps(run));
  } catch (thrown) {
    // The record says that it is retried.
    const error = isFullError(thrown) ? new DiskFull(thrown) : thrown;
    await endThrown(run, error);
    throw error;
  }
}

/** The steps: queued → reading → parsing → indexing → live. */
async function takeSteps(run: DeploymentRun): Promise<DeployResult> {
  const read = await readDocs(run);
  try {
    logRead(run.journal, read);
    await nameByDocs(run.deps.store, run.project, read.docs.guidance.product);
    const { faults } = read.docs;
    if (isUnchanged(read)) return { ...(await keep(run, read, endUnchanged(run, read))), faults };
    const deployment = await recordRun(run);
    if (read.base?.isOwn && !deployment.confirmed) checkShrinkage(read.base, run.project, read.docs);
    const file = join(run.deps.indexFolder, `${deployment.id}.sqlite`);
    const built = await buildIndexFile(file, {
      ...read,
      onStep: await step(run, 'parsing', read.plan.parse.length),
      onParsed: async () => void (await step(run, 'indexing')),
      signal: run.signal,
    });
    logWarnings(run.journal, built.warnings);
    await step(run, 'live');
    return { ...(await keep(run, read, goLive(run, deployment, read, { file, ...built }))), faults };
  } finally {
    read.docs.close();
  }
}

/** Keeps what was read, once the index has it. */
async function keep(
  { deps, project }: DeploymentRun,
  { docs }: DocsRead,
  ending: Promise<DeployResult>,
): Promise<DeployResult> {
  const ended = await ending;
  const { state, warnings } = docs;
  const { contentHash } = ended;
  if (state !== null && docs.faults.length === 0)
    await keepLastReading(deps.sources.sourceFolder, project.id, { state, contentHash, warnings });
  return ended;
}
