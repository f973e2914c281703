import type { Build } from '../content/site/build.ts';
import { isAddress, openBuild } from '../content/built/open-build.ts';
import type { FileTree } from '../content/sources/file-tree.ts';
import type { Project } from '../store/projects.ts';
import type { ProjectSource } from '../store/project-sources.ts';
import { builtFolderOf } from './built-folder-of.ts';
import { keptFor, type ReadOptions, type SourceDeps } from './open-source.ts';

/** Sites that were read, each of which costs a request a page: not for every saved file. */
const sites = new Map<string, { build: Build; readAt: number }>();
const maxSites = 20;
const staysMs = 6 * 60 * 60_000;

/**
 * The site's own build of a source: what came with the docs, else what the source names.
 * @throws DocentError when it cannot be read: without it, pages would move
 */
export async function openBuilt(
  deps: SourceDeps,
  project: Project,
  source: ProjectSource,
  { tree, ...options }: ReadOptions & { tree: FileTree },
): Promise<Build | undefined> {
  const build = (await tree.built?.()) ?? (await readNamed(deps, project, source, options));
  // What a branch adds is not in the build of another one.
  return build === undefined || project.preview === undefined ? build : { ...build, isWhole: false };
}

async function readNamed(
  deps: SourceDeps,
  project: Project,
  source: ProjectSource,
  { isRoutine = false, signal }: ReadOptions,
): Promise<Build | undefined> {
  const place = 'built' in source ? source.built : undefined;
  if (place === undefined) return undefined;
  // The server that has the folders sends the map with the docs.
  const isElsewhere = source.kind === 'folder' && deps.pushed.isShared && builtFolderOf(source) !== undefined;
  if (isElsewhere) return undefined;
  const store = `${keptFor(deps, project, place)}.built`;
  const before = sites.get(store);
  if (isRoutine && before !== undefined && performance.now() - before.readAt < staysMs) return before.build;
  const build = await openBuild({ place, store, privateHosts: deps.privateHosts }, signal);
  if (!isAddress(place)) return build;
  sites.delete(store);
  sites.set(store, { build, readAt: performance.now() });
  if (sites.size > maxSites) sites.delete(sites.keys().next().value!);
  return build;
}
