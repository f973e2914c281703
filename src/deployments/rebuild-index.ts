import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../lib/ids.ts';
import { contentHashes } from '../retrieval/content-hash.ts';
import { isUsable } from '../retrieval/index-file.ts';
import { indexedFiles } from '../retrieval/indexed-files.ts';
import { listIndexFilesOf } from '../store/deployment-queue.ts';
import type { Deployment } from '../store/deployments.ts';
import type { Project } from '../store/projects.ts';
import { buildIndexFile } from './build-index-file.ts';
import type { DeployDeps } from './deploy-deps.ts';
import { grantedSources } from './granted-sources.ts';
import type { Step } from './measure-progress.ts';
import { planPages } from './plan-pages.ts';
import { type Base, noFiles, readIndexed } from './read-base.ts';
import { type ProjectDocs, readSources } from './read-sources.ts';

type RebuildOptions = {
  onStep?: ((step: Step) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Local and stored files are damaged: all pages are read again, because copying pages would copy the damage. */
  fromSourcesAlone?: boolean;
};

/**
 * Restores a deployment's index file that another server or an earlier version made: downloads it, or else builds it
 * from the deployment's sources at its commit. Other docs never take its name.
 * @returns whether it is here now; false when the sources no longer contain those docs
 * @throws DocentError when the sources cannot be read
 */
export async function rebuildIndex(
  deps: DeployDeps,
  project: Project,
  deployment: Deployment,
  { onStep = () => {}, signal, fromSourcesAlone = false }: RebuildOptions = {},
): Promise<boolean> {
  if (deployment.indexFile === null) return false;
  const file = join(deps.indexFolder, deployment.indexFile);
  if (!fromSourcesAlone) {
    if (isUsable(file)) return true;
    // When the stored file cannot be downloaded, the docs can be read again.
    await deps.travel.bring(deployment.indexFile).catch(() => 'none');
    if (isUsable(file)) return true;
  }
  const base = fromSourcesAlone ? null : await nearestBase(deps, project, deployment);
  const then = { ...project, sources: deployment.sources };
  const docs = await readSources(await grantedSources(deps, project), then, {
    ref: project.preview?.branch,
    commit: deployment.commit?.sha,
    signal,
    onStep,
  });
  const plan = planPages(
    docs.parts.flatMap(({ files }) => files),
    base,
  );
  const rebuilt = `${file}.${newId('again')}.building`;
  try {
    await buildIndexFile(rebuilt, { base, docs, plan, onStep, signal });
    if (!isSame(rebuilt, docs, deployment)) return false;
    await rename(rebuilt, file);
    await deps.travel.publish(deployment.indexFile);
    return true;
  } finally {
    docs.close();
    await rm(rebuilt, { force: true });
  }
}

/** A commit never changes, even if another version of Docent parses it differently. */
function isSame(
  file: string,
  { guidance }: ProjectDocs,
  { sources, commit, contentHash }: Deployment,
): boolean {
  if (sources.length === 1 && commit !== null) return true;
  const hashes = new Map(indexedFiles(file).map(({ path, hash }) => [path, hash]));
  return contentHashes(hashes, JSON.stringify(guidance)).includes(contentHash!);
}

/** The newest index of the project on this server. */
async function nearestBase(
  { store, indexFolder }: DeployDeps,
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
