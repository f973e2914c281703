import { DocentError } from '../errors.ts';
import type { Project } from '../store/projects.ts';
import { updateProject } from '../store/projects.ts';
import type { Store } from '../store/store.ts';

/**
 * The project whose first source of files has this build, which is stored.
 * @param built a folder by its whole path, or an address
 * @throws DocentError `invalid_request` when all its pages are read from addresses
 */
export async function withBuilt(store: Store, project: Project, built: string): Promise<Project> {
  const at = project.sources.findIndex(
    ({ kind }) => kind === 'folder' || kind === 'git' || kind === 'pushed',
  );
  const source = project.sources[at];
  if (source === undefined)
    throw new DocentError(
      'invalid_request',
      'A build is for docs in files: a site has the addresses that it is read from.',
    );
  if ('built' in source && source.built === built) return project;
  const sources = project.sources.with(at, { ...source, built } as typeof source);
  await updateProject(store, project, { sources });
  return { ...project, sources };
}
