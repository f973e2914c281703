import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../lib/log.ts';
import { readIndexInfo } from '../retrieval/index-file.ts';
import { listIndexFilesOf } from '../store/deployment-queue.ts';
import { type Deployment, findCurrentDeployment } from '../store/deployments.ts';
import { findProjectById, type Project } from '../store/projects.ts';
import { buildFile } from './build-deployment.ts';
import type { DeployRooms } from './deploy.ts';
import { planPages } from './plan-pages.ts';
import { type Base, noFiles, readIndexed } from './read-base.ts';
import { readSources } from './read-sources.ts';
import { sweepIndexFiles } from './sweep-index-files.ts';

/** Makes this server's own index files of deployments that other servers made, one after the other. */
export type Copies = {
  /** Never rejects; what fails is logged, and tried again when it is asked for again. */
  add(projectId: string): void;
  stop(): Promise<void>;
};

const restMs = 5_000;

/** @param onCopied called when a project's current index file is here */
export function createCopies(
  rooms: DeployRooms & { log: Log },
  onCopied: (projectId: string) => void,
): Copies {
  const wanted = new Set<string>();
  const stopped = new AbortController();
  const { signal } = stopped;
  let last: Promise<void> = Promise.resolve();
  const copy = async (projectId: string): Promise<void> => {
    if (signal.aborted) return;
    try {
      if (await copyDeployment(rooms, projectId, signal)) onCopied(projectId);
    } catch (error) {
      if (signal.aborted) return;
      rooms.log.warn({ projectId, error }, 'the current index cannot be built here');
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
  rooms: DeployRooms & { log: Log },
  projectId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, indexFolder, log } = rooms;
  const [project, deployment] = await Promise.all([
    findProjectById(store, projectId),
    findCurrentDeployment(store, projectId),
  ]);
  if (project === undefined || deployment?.indexFile == null) return false;
  const file = join(indexFolder, deployment.indexFile);
  if (isUsable(file)) return false;
  const base = await nearestBase(rooms, project, deployment);
  const docs = await readSources(rooms.sources, project, { ref: project.preview?.branch, signal });
  const plan = planPages(docs.parts.flatMap(({ files }) => files), base); // prettier-ignore
  const { built } = await buildFile(file, { base, docs, plan, onStep: () => {}, signal });
  if (built.contentHash !== deployment.contentHash)
    log.info({ projectId, deploymentId: deployment.id }, 'the docs changed since the deployment');
  await sweepIndexFiles(store, indexFolder);
  return true;
}

/** The newest index of the project that is here. */
async function nearestBase(
  { store, indexFolder }: DeployRooms,
  project: Project,
  deployment: Deployment,
): Promise<Base | null> {
  for (const name of await listIndexFilesOf(store, project.id)) {
    const file = join(indexFolder, name);
    const known = existsSync(file) ? readIndexed(file) : noFiles;
    if (known.pages !== null) return { deployment, file, ...known, isOwn: true };
  }
  return null;
}

function isUsable(file: string): boolean {
  try {
    readIndexInfo(file);
    return true;
  } catch {
    return false;
  }
}
