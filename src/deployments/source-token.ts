import { openRemote } from '../forges/open-remote.ts';
import type { GitAccounts } from './git-access.ts';
import type { ApiOrigin } from '../store/project-sources.ts';
import { findSourceToken } from '../store/source-tokens.ts';
import type { Store } from '../store/store.ts';

type Deps = Pick<GitAccounts, 'forges'> & { pushed: { store: Store } };

/** The token for a source's API: its own, else what this server has for a repository that the operator granted. */
export async function tokenFor(deps: Deps, projectId: string, source: ApiOrigin): Promise<string | null> {
  const own = await findSourceToken(deps.pushed.store, projectId, source);
  if (own !== null || source.kind !== 'github' || source.trusted !== true) return own;
  const { authorization } = await (await openRemote(source.url, deps.forges)).access();
  // Git takes `Basic x-access-token:TOKEN`, of which the API takes the token alone.
  return authorization === null ? null : atob(authorization.replace(/^Basic /, '')).replace(/^[^:]*:/, '');
}
