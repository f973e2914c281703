import type { Log } from '../lib/log.ts';
import type { DeploymentCause } from '../store/deploy-tables.ts';
import type { Project } from '../store/projects.ts';
import { deploy, type DeployDeps } from './deploy.ts';
import type { EmbeddingQueue } from './embedding-queue.ts';

export type RefreshDeps = DeployDeps & {
  log: Log;
  embedding: EmbeddingQueue | null;
  /** Aborts when the server is told to stop. */
  stopped: AbortSignal;
};

/** Brings a project up to date when nobody asked; leaves no record when nothing is new. What fails keeps its last index. */
export async function refreshProject(
  deps: RefreshDeps,
  project: Project,
  cause: DeploymentCause,
): Promise<void> {
  try {
    await deploy(deps, project, { cause, signal: deps.stopped });
    void deps.embedding?.add(project.id);
  } catch (error) {
    if (!deps.stopped.aborted) deps.log.warn({ projectId: project.id, error }, 'docs not refreshed');
  }
}
