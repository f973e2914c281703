import { DocentError } from '../errors.ts';
import { hashSecret } from '../lib/secrets.ts';
import { isInForce } from '../store/issued.ts';
import { findKeyByHash, findKeysByHash, type KeyRecord } from '../store/keys.ts';
import {
  changeSettings,
  findOnlyProject,
  findProjectByDomain,
  listProjectsWithPage,
  type Project,
} from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import type { NewKey } from './check-new-key.ts';
import { revokeKey, storeNewKey } from './manage-keys.ts';
import { restrictKey } from './restrict-key.ts';

/**
 * The project of a domain and the key that its public page contains. Undefined when there is no such page: the project
 * has none, is a preview or does not exist, or its key was revoked, has expired or is for other addresses.
 * @param clientIp who asks for the page
 */
export async function findAskPage(
  store: Store,
  domain: string,
  clientIp?: string,
): Promise<{ project: Project; key: string; record: KeyRecord } | undefined> {
  const project = await findProjectByDomain(store, domain);
  const key = project?.settings.askPageKey;
  if (project === undefined || project.preview !== undefined || key === undefined) return undefined;
  const record = await findKeyByHash(store, hashSecret(key));
  return record && isOpen(record, clientIp) ? { project, key, record } : undefined;
}

/** The projects of all organizations whose public page is open to who asks, by domain. */
export async function listAskPages(store: Store, clientIp: string): Promise<Project[]> {
  const projects = await listProjectsWithPage(store, maxListed);
  const byHash = new Map(projects.map((project) => [hashSecret(project.settings.askPageKey ?? ''), project]));
  const records = await findKeysByHash(store, [...byHash.keys()]);
  const open = new Set(records.filter((record) => isOpen(record, clientIp)).map(({ hash }) => hash));
  return [...byHash].flatMap(([hash, project]) => (open.has(hash) ? [project] : []));
}

const maxListed = 1_000;

function isOpen({ id, revokedAt, expiresAt, ipAllowList }: KeyRecord, clientIp?: string): boolean {
  if (revokedAt !== null) return false;
  return isInForce({ by: id, until: expiresAt, from: ipAllowList }, Date.now(), clientIp);
}

/** The key of the public page of a domain's project; without a domain, of the only project on this server. */
export async function findPublicKey(store: Store, domain: string | undefined): Promise<string | undefined> {
  const named = domain ?? (await findOnlyProject(store))?.domain;
  return named === undefined ? undefined : (await findAskPage(store, named))?.key;
}

/**
 * Publishes the project's page, with a key of its own, so that it has limits and can be revoked like any other key.
 * @param parent the key that opens it: the page has its bounds, and ends with it
 * @returns the changed project
 * @throws DocentError `conflict` when a key with bounds asks, and a page without them is open
 */
export async function openAskPage(store: Store, project: Project, parent?: KeyRecord): Promise<Project> {
  const opened = await findAskPage(store, project.domain);
  if (opened && parent && opened.record.parentId === null && isBound(parent)) {
    const message =
      'The public page is open already. It was not opened with this key, and does not end with it.';
    throw new DocentError('conflict', message);
  }
  // A page that another key opened ends with that key, so this key needs its own.
  if (opened && [null, parent?.id].includes(opened.record.parentId)) return opened.project;
  if (opened) await revokeKey(store, opened.record);
  const { organizationId, id: projectId } = project;
  const wanted: NewKey = { kind: 'assistant', projectId, name: 'Public page' };
  const bounded = parent === undefined ? wanted : restrictKey(wanted, parent);
  const { secret } = await storeNewKey(store, organizationId, bounded, parent);
  return changeSettings(store, project, (settings) => ({ ...settings, askPageKey: secret }));
}

const isBound = ({ expiresAt, ipAllowList }: KeyRecord) => expiresAt !== null || ipAllowList.length > 0;

/** Closes the public page and revokes its key, so that copies of the key stop working. */
export async function closeAskPage(store: Store, project: Project): Promise<void> {
  const { askPageKey } = project.settings;
  if (askPageKey === undefined) return;
  const record = await findKeyByHash(store, hashSecret(askPageKey));
  if (record && record.revokedAt === null) await revokeKey(store, record);
  await changeSettings(store, project, ({ askPageKey: _, ...settings }) => settings);
}
