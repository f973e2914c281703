import type { Log } from '../lib/log.ts';
import { findCurrentDeployment } from '../store/deployments.ts';
import { findProjectById } from '../store/projects.ts';
import { requestWork } from '../store/work.ts';
import type { WorkKind } from '../work/work-kind.ts';
import type { DeployDeps } from './deploy-deps.ts';
import { isPinned } from './pinned.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { requestDeployment } from './request-deployment.ts';
import { sweepIndexFiles } from './sweep-index-files.ts';

const name = 'copy';

/** Milliseconds before a project's damaged file is built again, doubled each time: the disk itself may be faulty. */
const [firstPauseMs, maxPauseMs] = [1_000, 600_000];

type CopyDeps = DeployDeps & { log: Log };

/** Builds local index files for deployments of other servers or earlier versions that the file store lacks. */
export type Copies = {
  kind: WorkKind;
  /**
   * Requests a project's current index file. Never throws. @param isDamaged so that it is built from its sources
   * alone
   */
  request(projectId: string, isDamaged?: boolean): void;
};

/** @param onCopied called when a project's current index file is here */
export function createCopies(deps: CopyDeps, place: string, onCopied: (projectId: string) => void): Copies {
  /** Requests of this process in flight: every request that misses a file asks for it. */
  const wanted = new Set<string>();
  /** Projects whose index file is damaged. */
  const damaged = new Set<string>();
  /** When a project's damaged file may be built again, and the pause before that. */
  const pauses = new Map<string, { until: number; ms: number }>();
  const pause = (projectId: string) => {
    const ms = Math.min(2 * (pauses.get(projectId)?.ms ?? firstPauseMs / 2), maxPauseMs);
    pauses.set(projectId, { until: performance.now() + ms, ms });
  };
  /** Deployments whose docs are no longer in their sources. */
  const refused = new Set<string>();
  return {
    kind: {
      name,
      maxAtOnce: 1,
      retryAfterMs: [5_000, 15_000, 60_000],
      async handle({ subject }, signal) {
        wanted.delete(subject);
        const fromSourcesAlone = damaged.has(subject);
        const isCopied = await copyDeployment(deps, subject, { refused, fromSourcesAlone, signal });
        if (damaged.delete(subject)) pause(subject);
        if (isCopied) onCopied(subject);
      },
    },
    request(projectId, isDamaged = false) {
      if (isDamaged) damaged.add(projectId);
      if (wanted.has(projectId)) return;
      const until = isDamaged ? pauses.get(projectId)?.until : undefined;
      const afterMs = until === undefined ? 0 : Math.max(0, until - performance.now());
      // A request for a missing file must not wait for this one.
      if (afterMs === 0) wanted.add(projectId);
      requestWork(deps.store, { kind: name, subject: projectId, place, projectId, afterMs }).catch(
        (error: unknown) => {
          wanted.delete(projectId);
          deps.log.warn({ projectId, error }, 'the current index cannot be built here');
        },
      );
    },
  };
}

/** @returns whether there is a new file */
async function copyDeployment(
  deps: CopyDeps,
  projectId: string,
  { refused, ...options }: { refused: Set<string>; fromSourcesAlone: boolean; signal: AbortSignal },
): Promise<boolean> {
  const { store, indexFolder, log } = deps;
  const [project, deployment] = await Promise.all([
    findProjectById(store, projectId),
    findCurrentDeployment(store, projectId),
  ]);
  if (project === undefined || deployment === undefined || refused.has(deployment.id)) return false;
  if (await rebuildIndex(deps, project, deployment, options)) {
    await sweepIndexFiles(store, indexFolder);
    return true;
  }
  refused.add(deployment.id);
  log.warn(
    { projectId, deploymentId: deployment.id },
    'the docs changed since the deployment; they are deployed as they are now',
  );
  if (!isPinned(project)) await requestDeployment(store, project, { cause: 'recovery' });
  return false;
}
