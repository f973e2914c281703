import { resolveRef } from '../git/resolve-ref.ts';
import type { ReadAccess } from './code-sources.ts';
import { type ForgeAccounts, openRemote } from '../forges/open-remote.ts';
import type { CodeRepository } from '../store/project-settings.ts';
import { changeSettings, type Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { passOnFaults } from './job-fault.ts';

/**
 * Connects the repository that a project's jobs change, once its forge confirms that our credentials can read it.
 * For the operator only: the credentials are the server's, not the organization's.
 * @throws DocentError `invalid_request`
 */
export function connectRepository(
  store: Store,
  projectOf: () => Promise<Project>,
  repository: { url: string; docsRoot: string },
  accounts: ForgeAccounts,
): Promise<{ project: Project; repository: string; defaultBranch: string; canWrite: boolean }> {
  return passOnFaults('invalid_request', async () => {
    const forge = await openRemote(repository.url, accounts);
    const info = await forge.inspect();
    const project = await projectOf();
    await changeSettings(store, project, (settings) => ({ ...settings, repository }));
    return { project, repository: forge.repository, ...info };
  });
}

/**
 * Adds a read-only repository to a project, once it proved readable. For the operator only, as above.
 * @throws DocentError `invalid_request`
 */
export function connectCode(
  store: Store,
  project: Project,
  repository: CodeRepository,
  access: ReadAccess,
): Promise<{ ref: string }> {
  return passOnFaults('invalid_request', async () => {
    const trusted = { ...repository, trusted: true };
    const { name } = await resolveRef(await access(trusted, project), repository.ref ?? null);
    await changeSettings(store, project, ({ codeRepositories = [], ...settings }) => {
      const others = codeRepositories.filter(({ url }) => url !== repository.url);
      return { ...settings, codeRepositories: [...others, trusted] };
    });
    return { ref: name };
  });
}
