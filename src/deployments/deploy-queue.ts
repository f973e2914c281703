import { asDocentError } from '../errors.ts';
import type { Log } from '../lib/log.ts';
import {
  beginDeployment,
  endAbandoned,
  listProjectsToDeploy,
  queueDeployment,
} from '../store/deployment-queue.ts';
import type { Deployment } from '../store/deployments.ts';
import { findProjectById, type Project } from '../store/projects.ts';
import { deployInTurn, type DeployDeps, newDeployment } from './deploy.ts';
import { tryTurn } from './in-turn.ts';
import { stopReason } from './stop-reason.ts';
import type { DeploymentCause } from '../store/deploy-tables.ts';

/** Why docs are to be read, and what a person said to it. */
type DeployWish = {
  cause: DeploymentCause;
  /** Goes on even when most pages would vanish. */
  confirmed?: boolean | undefined;
};

/** Deploys projects in the background: of one project one at a time, whatever number of servers there is. */
export type DeployQueue = {
  /**
   * Has a project's docs read soon. Requests that come while one waits become that one.
   * @returns the id of the deployment, whose record tells how it goes
   */
  request(project: Project, wish: DeployWish): Promise<string>;
  /** Ends what a killed process left in progress, and takes over whatever waits from now on. */
  start(): Promise<void>;
  /** Resolves when nothing is under way; what waits is left to the next start. */
  stop(): Promise<void>;
};

type DeployQueueDeps = DeployDeps & {
  log: Log;
  /** Called when a project answers from new docs. */
  onDeployed(projectId: string): void;
};

const maxAtOnce = 2;
const lookEveryMs = 1_000;

export function createDeployQueue(deps: DeployQueueDeps): DeployQueue {
  const { store, log } = deps;
  const waiting = new Set<string>();
  const running = new Map<string, Promise<void>>();
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  function wake(projectId: string): void {
    waiting.add(projectId);
    next();
  }

  function next(): void {
    for (const projectId of waiting) {
      if (running.size >= maxAtOnce || stopped.signal.aborted) return;
      if (running.has(projectId)) continue;
      waiting.delete(projectId);
      const work = deployWaiting(projectId)
        .catch((error: unknown) => log.error({ projectId, error }, 'deployment failed'))
        .finally(() => {
          running.delete(projectId);
          next();
        });
      running.set(projectId, work);
    }
  }

  async function deployWaiting(projectId: string): Promise<void> {
    await tryTurn(store, projectId, async (lost) => {
      const signal = AbortSignal.any([lost, stopped.signal]);
      await tryAgain(await endAbandoned(store, projectId, abandoned));
      while (!signal.aborted) {
        const deployment = await beginDeployment(store, projectId);
        if (deployment === undefined) return;
        await work(deployment, signal);
      }
    });
  }

  async function work(deployment: Deployment, signal: AbortSignal): Promise<void> {
    const { projectId } = deployment;
    try {
      const project = await findProjectById(store, projectId);
      if (project === undefined) return;
      await deployInTurn(deps, project, { deployment, signal });
      deps.onDeployed(projectId);
    } catch (error) {
      if (stopped.signal.aborted) return;
      log.warn({ projectId, deploymentId: deployment.id, error: asDocentError(error) }, 'docs not deployed');
    }
  }

  /** Once: what ends the server each time that it is tried must not keep it from ever coming up. */
  async function tryAgain(ended: Deployment[]): Promise<void> {
    for (const { projectId, cause, confirmed } of ended) {
      const project = cause === 'recovery' ? undefined : await findProjectById(store, projectId);
      if (project !== undefined) await request(project, { cause: 'recovery', confirmed });
    }
  }

  async function request(project: Project, { cause, confirmed = false }: DeployWish): Promise<string> {
    const deployment = newDeployment(project, cause, await store.now());
    const id = await queueDeployment(store, { ...deployment, confirmed });
    wake(project.id);
    look();
    return id;
  }

  /** Looks for what waits because another process had the turn, or died. */
  function look(): void {
    timer ??= setInterval(() => {
      listProjectsToDeploy(store).then(
        (projects) => projects.forEach(wake),
        (error: unknown) => log.warn({ error }, 'looking for deployments failed'),
      );
    }, lookEveryMs).unref();
  }

  return {
    request,
    async start() {
      for (const projectId of await listProjectsToDeploy(store)) {
        await tryTurn(store, projectId, async () =>
          tryAgain(await endAbandoned(store, projectId, abandoned)),
        );
      }
      look();
    },
    async stop() {
      stopped.abort(stopReason);
      clearInterval(timer);
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}

const abandoned = 'The server stopped before it was done. It is tried once more.';
