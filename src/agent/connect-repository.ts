import { DocentError } from '../errors.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import { type ForgeAccounts, openRemote } from '../forges/open-remote.ts';
import { type Project, updateProject } from '../store/projects.ts';
import type { Store } from '../store/store.ts';

/**
 * Makes a repository the one that a project's jobs change, after its forge confirmed that our credentials read it.
 * For the operator alone: the credentials are the server's, not the organization's.
 * @throws DocentError `invalid_request`
 */
export async function connectRepository(
  store: Store,
  project: Project,
  repository: { url: string; docsRoot: string },
  accounts: ForgeAccounts,
): Promise<{ repository: string; defaultBranch: string; canWrite: boolean }> {
  try {
    const forge = await openRemote(repository.url, accounts);
    const info = await forge.inspect();
    await updateProject(store, project, { settings: { ...project.settings, repository } });
    return { repository: forge.repository, ...info };
  } catch (error) {
    throw error instanceof ForgeFault
      ? new DocentError('invalid_request', error.message, { cause: error })
      : error;
  }
}
