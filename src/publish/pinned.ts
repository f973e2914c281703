import { DocentError } from '../errors.ts';
import type { Project } from '../store/projects.ts';

/** Whether a project stays at the deployment that it was rolled back to. */
export function isPinned({ settings }: Project): boolean {
  return settings.pinned === true;
}

/** @throws DocentError `conflict` */
export function requireUnpinned(project: Project): void {
  if (!isPinned(project)) return;
  const message = 'The project is pinned to an earlier deployment. Set its setting pinned to false to go on.';
  throw new DocentError('conflict', message);
}
