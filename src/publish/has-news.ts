import type { Project } from '../store/projects.ts';
import type { DeployRooms } from './deploy.ts';

/** Whether a project's sources may have something new, as cheaply as it can be told; `gone` for a branch that is. */
export async function hasNews(_rooms: DeployRooms, _project: Project): Promise<'some' | 'none' | 'gone'> {
  return 'some';
}
