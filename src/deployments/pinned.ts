import { DocentError } from '../errors.ts';
import type { Project } from '../store/projects.ts';

/** Whether a project is pinned to the deployment that it was rolled back to. Its previews are never pinned. */
export function isPinned({ settings, preview }: Project): boolean {
  return settings.pinned === true && preview === undefined;
}

/** @throws DocentError `conflict` */
export function requireUnpinned(project: Project): void {
  if (!isPinned(project)) return;
  const message =
    'The project is pinned to an earlier deployment. Set its setting pinned to false to deploy.';
  throw new DocentError('conflict', message);
}
