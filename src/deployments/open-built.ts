import type { Build } from '../content/built/build.ts';
import { openBuild } from '../content/built/open-build.ts';
import type { FileTree } from '../content/sources/file-tree.ts';
import type { Project } from '../store/projects.ts';
import type { ProjectSource } from '../store/project-sources.ts';
import { builtFolderOf } from './built-folder-of.ts';
import { keptFor, type SourceDeps } from './open-source.ts';

/**
 * The site's own build of a source: what came with the docs, else what the source names.
 * @throws DocentError when it cannot be read: without it, pages would move
 */
export async function openBuilt(
  deps: SourceDeps,
  project: Project,
  source: ProjectSource,
  { tree, signal }: { tree: FileTree; signal: AbortSignal | undefined },
): Promise<Build | undefined> {
  const build = (await tree.built?.()) ?? (await readNamed(deps, project, source, signal));
  // What a branch adds is not in the build of another one.
  return build === undefined || project.preview === undefined ? build : { ...build, isWhole: false };
}

async function readNamed(
  deps: SourceDeps,
  project: Project,
  source: ProjectSource,
  signal: AbortSignal | undefined,
): Promise<Build | undefined> {
  const place = 'built' in source ? source.built : undefined;
  if (place === undefined) return undefined;
  // The server that has the folders sends the map with the docs.
  const isElsewhere = source.kind === 'folder' && deps.pushed.isShared && builtFolderOf(source) !== undefined;
  if (isElsewhere) return undefined;
  const store = `${keptFor(deps, project, place)}.built`;
  return openBuild({ place, store, privateHosts: deps.privateHosts }, signal);
}
