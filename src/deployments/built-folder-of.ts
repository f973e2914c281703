import { isAddress } from '../content/built/open-build.ts';
import type { ProjectSource } from '../store/project-sources.ts';

/** The folder on this machine with a source's build; undefined when it is at an address, or there is none. */
export function builtFolderOf(source: ProjectSource): string | undefined {
  const built = 'built' in source ? source.built : undefined;
  return built === undefined || isAddress(built) ? undefined : built;
}
