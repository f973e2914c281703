import type { Project } from './projects.ts';

/** What people read as the name of what the docs are about: everywhere the same. */
export function productName({ name, settings }: Pick<Project, 'name' | 'settings'>): string {
  return settings.appearance?.name ?? name;
}
