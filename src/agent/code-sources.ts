import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { GitAccess } from '../git/git.ts';
import type { CodeRepository } from '../store/project-settings.ts';
import type { Project } from '../store/projects.ts';
import type { CodeSource } from './deps.ts';
import { withoutEnd } from '../lib/without-end.ts';

/** The remote of a read-only repository, if the project's organization may reach it. @throws ForgeFault */
export type ReadAccess = (
  repository: CodeRepository,
  project: Pick<Project, 'organizationId'>,
) => Promise<GitAccess>;

/** A project's read-only repositories with the name that prefixes their paths: `product`, `product-2`. */
export function codeSources(project: Project, access: ReadAccess): CodeSource[] {
  const taken = new Set<string>();
  return (project.settings.codeRepositories ?? []).map((repository) => {
    const name = freeName(nameOf(repository.url), taken);
    taken.add(name);
    return {
      name,
      url: repository.url,
      ref: repository.ref ?? null,
      access: () => access(repository, project),
    };
  });
}

function nameOf(url: string): string {
  const last = posix.basename(withoutEnd(url, '/').replace(/\.git$/, ''));
  const clean = last.replace(/[^\w.-]/g, '-').slice(0, 60);
  return /^\w/.test(clean) ? clean : createHash('sha256').update(url).digest('hex').slice(0, 8);
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let nth = 1; ; nth++) {
    const free = nth === 1 ? name : `${name}-${nth}`;
    if (!taken.has(free)) return free;
  }
}
