import { DocentError } from '../errors.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import { resolveRef } from '../git/resolve-ref.ts';
import type { ProjectSource } from '../store/project-sources.ts';
import { gitAccess } from './git-access.ts';
import type { SourceDeps } from './open-source.ts';

/**
 * Checks a repository's branch before a project is created for it, so that mistakes show at once and not at each start.
 * @returns the branch and its commit; undefined for other sources
 * @throws DocentError `source_unreachable` when the repository cannot be read or has no such branch
 */
export async function requireReachable(
  source: ProjectSource,
  deps: SourceDeps,
): Promise<{ name: string; sha: string } | undefined> {
  if (source.kind !== 'git') return undefined;
  try {
    return await resolveRef(await gitAccess(source, deps), source.branch ?? null);
  } catch (cause) {
    if (!(cause instanceof ForgeFault)) throw cause;
    throw new DocentError('source_unreachable', `${source.url}: ${cause.message}`, { cause });
  }
}
