import { DocentError } from '../errors.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import { resolveRef } from '../git/resolve-ref.ts';
import type { ProjectSource } from '../store/projects.ts';
import { gitAccess } from './git-access.ts';
import type { SourceDeps } from './open-source.ts';

/**
 * Checks a repository's branch before a project is created for it, so that mistakes show at once and not at each start.
 * @throws DocentError `invalid_request` when the repository cannot be read or has no such branch
 */
export async function requireReachable(source: ProjectSource, deps: SourceDeps): Promise<void> {
  if (source.kind !== 'git') return;
  try {
    await resolveRef(await gitAccess(source, deps), source.branch ?? null);
  } catch (cause) {
    if (!(cause instanceof ForgeFault)) throw cause;
    throw new DocentError('invalid_request', `${source.url}: ${cause.message}`, { cause });
  }
}
