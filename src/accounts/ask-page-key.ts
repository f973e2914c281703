import { hashSecret } from '../lib/secrets.ts';
import { findKeyByHash } from '../store/keys.ts';
import { changeSettings, findOnlyProject, findProjectByDomain, type Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { revokeKey, storeNewKey } from './manage-keys.ts';

/**
 * The project of a domain and the key that its public page contains. Undefined when there is no such page: the project
 * has none, is a preview or does not exist, or its key was revoked or has expired.
 */
export async function findAskPage(
  store: Store,
  domain: string,
): Promise<{ project: Project; key: string } | undefined> {
  const project = await findProjectByDomain(store, domain);
  const key = project?.settings.askPageKey;
  if (project === undefined || project.preview !== undefined || key === undefined) return undefined;
  const record = await findKeyByHash(store, hashSecret(key));
  if (!record || record.revokedAt !== null) return undefined;
  if (record.expiresAt !== null && record.expiresAt <= Date.now()) return undefined;
  return { project, key };
}

/** The key of the public page of a domain's project; without a domain, of the only project on this server. */
export async function findPublicKey(store: Store, domain: string | undefined): Promise<string | undefined> {
  const named = domain ?? (await findOnlyProject(store))?.domain;
  return named === undefined ? undefined : (await findAskPage(store, named))?.key;
}

/**
 * Publishes the project's page, with a key of its own, so that it has limits and can be revoked like any other key.
 * @returns the changed project
 */
export async function openAskPage(store: Store, project: Project): Promise<Project> {
  const opened = await findAskPage(store, project.domain);
  if (opened) return opened.project;
  const { organizationId, id: projectId } = project;
  const { secret } = await storeNewKey(store, organizationId, {
    kind: 'assistant',
    projectId,
    name: 'Public page',
  });
  return changeSettings(store, project, (settings) => ({ ...settings, askPageKey: secret }));
}

/** Closes the public page and revokes its key, so that copies of the key stop working. */
export async function closeAskPage(store: Store, project: Project): Promise<void> {
  const { askPageKey } = project.settings;
  if (askPageKey === undefined) return;
  const record = await findKeyByHash(store, hashSecret(askPageKey));
  if (record && record.revokedAt === null) await revokeKey(store, record);
  await changeSettings(store, project, ({ askPageKey: _, ...settings }) => settings);
}
