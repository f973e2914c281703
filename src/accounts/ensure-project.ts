import { resolve } from 'node:path';
import type { Organization } from '../store/organizations.ts';
import { eachProject } from '../store/each-project.ts';
import { type Project, updateProject } from '../store/projects.ts';
import { inTransaction, type Store } from '../store/store.ts';
import { openAskPage } from './ask-page-key.ts';
import { storeNewKey } from './manage-keys.ts';
import { ensureDefaultOrganization } from './manage-organizations.ts';
import { createProject, folderName } from './manage-projects.ts';

export type EnsuredProject = {
  organization: Organization;
  project: Project;
  /** New secrets: both for a new project, none for an existing one. They cannot be read again. */
  keys: { assistantKey: string; adminKey: string } | null;
};

/**
 * Finds the project of a docs folder, or creates it with its two keys. Processes that start together create it once.
 * @param docs.baseUrl where the docs site is; replaces the stored one when given
 */
export async function ensureProject(
  store: Store,
  docs: { folder: string; baseUrl?: string | undefined },
): Promise<EnsuredProject> {
  const source = { kind: 'folder', path: resolve(docs.folder) } as const;
  return inTransaction(store, async (transaction) => {
    const organization = await ensureDefaultOrganization(transaction);
    for await (const known of eachProject(transaction, organization.id)) {
      const [first] = known.sources;
      if (first?.kind === 'folder' && first.path === source.path)
        return { organization, project: await withBaseUrl(transaction, known, docs.baseUrl), keys: null };
    }
    const project = await createProject(transaction, {
      organizationId: organization.id,
      name: folderName(source.path),
      baseUrl: docs.baseUrl ?? null,
      sources: [source],
    });
    const keys = await makeFirstKeys(transaction, project);
    return { organization, project: await openAskPage(transaction, project), keys };
  });
}

async function makeFirstKeys(store: Store, project: Project) {
  const { organizationId, id: projectId, domain } = project;
  const assistant = await storeNewKey(store, organizationId, { kind: 'assistant', projectId, name: domain });
  const admin = await storeNewKey(store, organizationId, { kind: 'admin', name: domain });
  return { assistantKey: assistant.secret, adminKey: admin.secret };
}

async function withBaseUrl(store: Store, project: Project, baseUrl: string | undefined): Promise<Project> {
  if (baseUrl === undefined || baseUrl === project.baseUrl) return project;
  await updateProject(store, project, { baseUrl });
  return { ...project, baseUrl };
}
