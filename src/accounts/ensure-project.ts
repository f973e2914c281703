import { basename, resolve } from 'node:path';
import { asDocentError } from '../errors.ts';
import { hashSecret } from '../lib/secrets.ts';
import { findKeyByHash, listKeys } from '../store/keys.ts';
import type { Organization } from '../store/organizations.ts';
import { eachProject } from '../store/each-project.ts';
import { deleteProject, type Project, updateProject } from '../store/projects.ts';
import { inTransaction, type Store } from '../store/store.ts';
import { openAskPage } from './ask-page-key.ts';
import { storeNewKey } from './manage-keys.ts';
import { ensureDefaultOrganization } from './manage-organizations.ts';
import { createProject } from './manage-projects.ts';
import { sourceTitle } from './name-project.ts';
import { withBuilt } from './with-built.ts';

export type EnsuredProject = { organization: Organization; project: Project };

/** Secrets of a project's first keys, which cannot be read again. */
export type FirstKeys = { assistantKey: string; adminKey: string };

/**
 * Finds the project of a docs folder, or creates it. Processes that start together create it once.
 * @param docs.baseUrl where the docs site is; replaces the stored one when given, as `docs.built`, the site's own build, does
 */
export async function ensureProject(
  store: Store,
  docs: { folder: string; baseUrl?: string | undefined; built?: string | undefined },
): Promise<EnsuredProject & { isNew: boolean }> {
  const source = { kind: 'folder', path: resolve(docs.folder) } as const;
  return inTransaction(store, async (transaction) => {
    const organization = await ensureDefaultOrganization(transaction);
    for await (const known of eachProject(transaction, organization.id)) {
      const [first] = known.sources;
      if (first?.kind === 'folder' && first.path === source.path)
        return { organization, project: await withGiven(transaction, known, docs), isNew: false };
    }
    const project = await createProject(transaction, {
      organizationId: organization.id,
      name: sourceTitle(source),
      domainFrom: basename(source.path),
      baseUrl: docs.baseUrl ?? null,
      sources: [docs.built === undefined ? source : { ...source, built: docs.built }],
    });
    return { organization, project: await openAskPage(transaction, project), isNew: true };
  });
}

/** Deletes a project that was just created for a folder without docs; otherwise each start would fail again. */
export async function dropWithoutDocs(
  store: Store,
  { project, isNew }: { project: Project; isNew: boolean },
  error: unknown,
): Promise<void> {
  if (isNew && asDocentError(error).code === 'not_found') await deleteProject(store, project);
}

/**
 * Creates a project's first keys, for a caller that shows them at once; null when the project, or its organization,
 * has ever had a key other than its public page's.
 */
export async function makeFirstKeys(
  store: Store,
  project: Project,
  of: 'project' | 'organization' = 'project',
): Promise<FirstKeys | null> {
  const { organizationId, id: projectId, domain, settings } = project;
  return inTransaction(store, async (transaction) => {
    // Locks it, so that servers that start together make the keys once.
    await ensureDefaultOrganization(transaction);
    const { askPageKey } = settings;
    const ofPage = askPageKey && (await findKeyByHash(transaction, hashSecret(askPageKey)));
    const all = await listKeys(transaction, organizationId);
    const made = of === 'organization' ? all : all.filter((key) => key.projectId === projectId);
    if (made.some(({ id }) => !ofPage || id !== ofPage.id)) return null;
    const assistant = { kind: 'assistant', projectId, name: domain } as const;
    const { secret: assistantKey } = await storeNewKey(transaction, organizationId, assistant);
    const { secret: adminKey } = await storeNewKey(transaction, organizationId, {
      kind: 'admin',
      name: domain,
    });
    return { assistantKey, adminKey };
  });
}

async function withGiven(
  store: Store,
  known: Project,
  { baseUrl, built }: { baseUrl?: string | undefined; built?: string | undefined },
): Promise<Project> {
  const project = built === undefined ? known : await withBuilt(store, known, built);
  if (baseUrl === undefined || baseUrl === project.baseUrl) return project;
  await updateProject(store, project, { baseUrl });
  return { ...project, baseUrl };
}
