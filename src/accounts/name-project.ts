import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import { withoutEnd } from '../lib/without-end.ts';
import { type Project, updateProject } from '../store/projects.ts';
import type { ProjectSource } from '../store/project-sources.ts';
import type { Store } from '../store/store.ts';

/** Folders that say nothing of the docs in them. */
const generalFolder =
  /^(?:|\.|docs?|documentation|content|pages|src|site|website|www|app|srv|data|tmp|mnt|repo|code|work(?:space)?)$/i;

/** The name of a project that nobody named: that of its repository, host or folder, or of the folder above `docs`. */
export function sourceTitle(source: ProjectSource): string {
  switch (source.kind) {
    case 'folder':
      return folderTitle(source.path);
    case 'files':
      return folderTitle(source.folder);
    case 'git':
      return folderTitle(withoutEnd(source.url, '/').replace(/\.git$/, ''));
    case 'pushed':
      return 'docs';
    default:
      return new URL(source.url).hostname;
  }
}

function folderTitle(path: string): string {
  let folder = path;
  while (generalFolder.test(basename(folder)) && dirname(folder) !== folder) folder = dirname(folder);
  const isNamed = !generalFolder.test(basename(folder)) && folder !== homedir();
  return basename(isNamed ? folder : path) || 'docs';
}

/** Gives a project that nobody named the name that its docs have. */
export async function nameByDocs(store: Store, project: Project, product: string | undefined): Promise<void> {
  const { name, preview, sources, currentDeploymentId } = project;
  const isNamed = !sources.some((source) => name === sourceTitle(source));
  // Later it is the name that people know.
  if (currentDeploymentId !== null) return;
  if (product === undefined || preview !== undefined || isNamed || name === product) return;
  await updateProject(store, project, { name: product });
}
