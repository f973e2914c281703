import { basename } from 'node:path';
import { productOfPlace } from '../lib/product-of.ts';
import { withoutEnd } from '../lib/without-end.ts';
import { type Project, updateProject } from '../store/projects.ts';
import type { ProjectSource } from '../store/project-sources.ts';
import type { Store } from '../store/store.ts';

/** The name of a project that nobody named: that of its repository, host or folder, or of the folder above `docs`. */
export function sourceTitle(source: ProjectSource): string {
  switch (source.kind) {
    case 'folder':
      return placeTitle(source.path);
    case 'files':
      return placeTitle(source.folder);
    case 'git':
      return placeTitle(source.url);
    case 'pushed':
      return 'docs';
    default:
      return new URL(source.url).hostname;
  }
}

function placeTitle(place: string): string {
  return productOfPlace(place) ?? (basename(withoutEnd(place, '/')) || 'docs');
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
