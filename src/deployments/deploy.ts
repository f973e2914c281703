import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Guidance } from '../content/guidance.ts';
import type { ContentWarning } from '../content/page.ts';
import { asDocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import type { BuildResult } from '../retrieval/build-index.ts';
import { contentHash } from '../retrieval/content-hash.ts';
import { readIndexInfo } from '../retrieval/index-file.ts';
import { endAbandoned, putBackDeployment } from '../store/deployment-queue.ts';
import {
  addDeployment,
  type Deployment,
  type DeploymentProgress,
  setCommit,
  switchDeployment,
  updateDeployment,
} from '../store/deployments.ts';
import type { Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { buildDeployment } from './build-deployment.ts';
import { checkShrinkage } from './check-shrinkage.ts';
import { inTurn } from './in-turn.ts';
import { measureProgress, type Step } from './measure-progress.ts';
import type { SourceDeps } from './open-source.ts';
import { type Plan, planPages } from './plan-pages.ts';
import { type Base, readBase } from './read-base.ts';
import { type ProjectDocs, readSources } from './read-sources.ts';
import { stayPinned } from './stay-pinned.ts';
import { stopReason } from './stop-reason.ts';
import { writeProgress } from './write-progress.ts';
import type { DeploymentCause } from '../store/deploy-tables.ts';

export type DeployDeps = { store: Store; indexFolder: string; sources: SourceDeps };

/** What the project's index holds now, and what of it was new. */
export type DeployResult = BuildResult & { warnings: ContentWarning[] };

type DeployOptions = {
  onProgress?: ((progress: DeploymentProgress) => void) | undefined;
  /** Goes on even when most pages would vanish. */
  confirmed?: boolean | undefined;
  /** Why, for the record. */
  cause?: DeploymentCause | undefined;
  signal?: AbortSignal | undefined;
};

type TurnOptions = DeployOptions & {
  /** The deployment in progress that this is; without one, one is recorded when there is something to tell. */
  deployment?: Deployment | undefined;
};

/**
 * Brings a project's docs into its index, as soon as nobody else is at it: parses what changed, builds a new file beside
 * the old one and switches in one step. When nothing changed nothing is done, not even recorded. On any failure the last
 * good index stays, and the deployment says why.
 * @throws DocentError `not_found` for a source that is missing or holds no docs, `conflict` when most pages would vanish
 */
export async function deploy(
  deps: DeployDeps,
  project: Project,
  options: DeployOptions = {},
): Promise<DeployResult> {
  const { signal: stop } = options;
  const work = async (lost: AbortSignal) => {
    await endAbandoned(deps.store, project.id, 'The process that worked on it stopped before it was done.');
    const signal = stop === undefined ? lost : AbortSignal.any([lost, stop]);
    return deployInTurn(deps, project, { ...options, signal });
  };
  return inTurn(deps.store, project.id, work, stop);
}

/** As `deploy`, for who has the project's turn. */
export async function deployInTurn(
  deps: DeployDeps,
  project: Project,
  options: TurnOptions = {},
): Promise<DeployResult> {
  const { store, indexFolder } = deps;
  const { signal } = options;
  let { deployment } = options;
  try {
    const pinned = await stayPinned(deps, project, {
      signal,
      onStep: options.onProgress && measureProgress(options.onProgress),
    });
    if (pinned !== undefined) {
      if (deployment !== undefined) await endPinned(store, deployment);
      return unchanged(pinned, readIndexInfo(pinned).pages, []);
    }
    const base = await readBase(deps, project);
    const branch = project.preview?.branch;
    const since = base?.isOwn ? base.deployment.commit?.sha : undefined;
    // Before it is known that there is something to do, only a deployment that was asked for can tell how far it is.
    const onFetch = deployment
      ? reporter(store, deployment, options.onProgress)
      : options.onProgress && measureProgress(options.onProgress);
    const docs = await readSources(deps.sources, project, { ref: branch, since, signal, onStep: onFetch });
    const plan = planPages(
      docs.parts.flatMap(({ files }) => files),
      base,
    );
    if (base?.pages && base.isOwn && isUnchanged(plan, docs.guidance, base.deployment)) {
      if (docs.commit !== null) await setCommit(store, base.deployment, docs.commit);
      if (deployment !== undefined) await endUnchanged(store, project, deployment, base, docs);
      return unchanged(base.file, plan.keep.length, docs.warnings);
    }
    deployment ??= await begin(store, project, options.cause);
    if (base?.isOwn && !(options.confirmed ?? deployment.confirmed)) checkShrinkage(base, project, docs);
    const onStep = reporter(store, deployment, options.onProgress);
    return await buildDeployment(deps, deployment, { base, docs, plan, onStep, signal });
  } catch (error) {
    if (signal?.reason === stopReason) {
      if (deployment !== undefined) await putBackDeployment(store, deployment, stopReason.message);
      throw error;
    }
    deployment ??= await begin(store, project, options.cause);
    await rm(join(indexFolder, `${deployment.id}.sqlite`), { force: true });
    await updateDeployment(store, deployment, {
      status: 'failure',
      summary: asDocentError(signal?.aborted ? signal.reason : error).message,
      progress: null,
      endedAt: await store.now(),
    });
    throw error;
  }
}

function reporter(
  store: Store,
  deployment: Deployment,
  onProgress: (progress: DeploymentProgress) => void = () => {},
): (step: Step) => void {
  const write = writeProgress((progress) => updateDeployment(store, deployment, { progress }));
  return measureProgress((progress) => {
    write(progress);
    onProgress(progress);
  });
}

/** It was asked for before the project was pinned. */
async function endPinned(store: Store, deployment: Deployment): Promise<void> {
  const summary = 'The project is pinned to an earlier deployment.';
  await updateDeployment(store, deployment, { status: 'failure', summary, endedAt: await store.now() });
}

/** Nothing is new. After a roll-back, whoever asks for a deployment wants the newest docs back. */
async function endUnchanged(
  store: Store,
  project: Project,
  deployment: Deployment,
  base: Base,
  { commit }: ProjectDocs,
): Promise<void> {
  const outcome = { status: 'success', commit, endedAt: await store.now() } as const;
  const isRolledBack = project.currentDeploymentId !== base.deployment.id;
  if (isRolledBack && deployment.cause === 'request') {
    const { indexFile, contentHash } = base.deployment;
    const summary = 'The newest docs answer again, in place of those that were rolled back to.';
    await switchDeployment(store, deployment, { ...outcome, indexFile, contentHash, summary });
  } else await updateDeployment(store, deployment, { ...outcome, summary: 'Nothing has changed.' });
}

function unchanged(file: string, pages: number, warnings: ContentWarning[]): DeployResult {
  return { ...readIndexInfo(file), added: 0, changed: 0, removed: 0, unchanged: pages, warnings };
}

function isUnchanged({ parse, keep, gone }: Plan, guidance: Guidance, current: Deployment): boolean {
  if (parse.length > 0 || gone > 0) return false;
  const hashes = new Map(keep.map(({ path, hash }) => [path, hash]));
  return contentHash(hashes, JSON.stringify(guidance)) === current.contentHash;
}

async function begin(store: Store, project: Project, cause: DeploymentCause = 'start'): Promise<Deployment> {
  const deployment = newDeployment(project, cause, await store.now());
  await addDeployment(store, { ...deployment, status: 'in_progress' });
  return deployment;
}

export function newDeployment(project: Project, cause: DeploymentCause, createdAt: number): Deployment {
  return {
    id: newId('dpl'),
    projectId: project.id,
    status: 'queued',
    summary: '',
    logs: [],
    commit: null,
    sources: project.sources,
    indexFile: null,
    contentHash: null,
    progress: null,
    createdAt,
    endedAt: null,
    cause,
    confirmed: false,
    restoredFrom: null,
  };
}
