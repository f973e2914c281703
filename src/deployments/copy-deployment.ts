import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../lib/log.ts';
import { findCurrentDeployment } from '../store/deployments.ts';
import { findProjectById } from '../store/projects.ts';
import type { DeployDeps } from './deploy.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { sweepIndexFiles } from './sweep-index-files.ts';

/** Makes this server's own index files of deployments that other servers made, one after the other. */
export type Copies = {
  /** Never rejects; what fails is logged, and tried again when it is asked for again. */
  add(projectId: string): void;
  stop(): Promise<void>;
};

const restMs = 5_000;

/** @param onCopied called when a project's current index file is here */
export function createCopies(deps: DeployDeps & { log: Log }, onCopied: (projectId: string) => void): Copies {
  const wanted = new Set<string>();
  /** Deployments whose docs are no longer what the sources hold. */
  const refused = new Set<string>();
  const stopped = new AbortController();
  const { signal } = stopped;
  let last: Promise<void> = Promise.resolve();
  const copy = async (projectId: string): Promise<void> => {
    if (signal.aborted) return;
    try {
      if (await copyDeployment(deps, projectId, refused, signal)) onCopied(projectId);
    } catch (error) {
      if (signal.aborted) return;
      deps.log.warn({ projectId, error }, 'the current index cannot be built here');
      await sleep(restMs, undefined, { signal, ref: false }).catch(() => {});
    } finally {
      wanted.delete(projectId);
    }
  };
  return {
    add(projectId) {
      if (wanted.has(projectId)) return;
      wanted.add(projectId);
      last = last.then(() => copy(projectId));
    },
    async stop() {
      stopped.abort();
      await last;
    },
  };
}

/** @returns whether there is a new file */
async function copyDeployment(
  deps: DeployDeps & { log: Log },
  projectId: string,
  refused: Set<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, indexFolder, log } = deps;
  const [project, deployment] = await Promise.all([
    findProjectById(store, projectId),
    findCurrentDeployment(store, projectId),
  ]);
  if (project === undefined || deployment === undefined || refused.has(deployment.id)) return false;
  if (await rebuildIndex(deps, project, deployment, { signal })) {
    await sweepIndexFiles(store, indexFolder);
    return true;
  }
  refused.add(deployment.id);
  log.warn(
    { projectId, deploymentId: deployment.id },
    'the docs changed since the deployment; the next one brings them',
  );
  return false;
}
