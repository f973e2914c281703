import { DocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { hashSecret } from '../lib/secrets.ts';
import {
  addKey,
  findKey as findKeyRecord,
  type KeyRecord,
  listKeys as listKeyRecords,
  pageOfKeys as pageOfKeyRecords,
  revokeKey as revokeKeyRecord,
} from '../store/keys.ts';
import type { Organization } from '../store/organizations.ts';
import type { CountedPage, PageRequest } from '../store/paging.ts';
import { findProject } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { checkNewKey, type NewKey } from './check-new-key.ts';
import { issuerOf } from './issuer-of.ts';
import { keyHint, newKeySecret } from './key-secret.ts';
import { consumeLimits, type LimitSettings } from './rate-limits.ts';

/** The public fields of a key. Its secret is shown once, on creation. */
export type KeyInfo = Omit<KeyRecord, 'hash'>;

/**
 * Creates a key; limited to 10 an hour per organization.
 * @returns the key, and its secret, which cannot be read again
 * @throws DocentError `invalid_request`, `not_found` for another organization's project, `rate_limited`
 */
export async function createKey(
  store: Store,
  organization: Pick<Organization, 'id' | 'plan'>,
  key: NewKey,
  limits: LimitSettings = {},
): Promise<{ key: KeyInfo; secret: string }> {
  await admitNewKey(store, organization, key, limits);
  return storeNewKey(store, organization.id, key);
}

/**
 * Checks a new key and counts it against the hourly limit. Must run outside a transaction.
 * @throws DocentError as `createKey`
 */
export async function admitNewKey(
  store: Store,
  organization: Pick<Organization, 'id' | 'plan'>,
  key: NewKey,
  limits: LimitSettings,
): Promise<void> {
  checkNewKey(key, Date.now());
  if (key.kind === 'assistant') await requireProject(store, organization.id, key.projectId);
  await consumeLimits(store, 'key', { admission: { organization }, limits });
}

/**
 * Stores a key that was checked, without counting it.
 * @param parent the key that makes it, whose bounds it was checked against
 * @returns as `createKey`
 */
export async function storeNewKey(
  store: Store,
  organizationId: string,
  key: NewKey,
  parent?: KeyRecord,
): Promise<{ key: KeyInfo; secret: string }> {
  await issuerOf(store, parent);
  const secret = newKeySecret(key.kind);
  const info: KeyInfo = {
    id: newId('key'),
    kind: key.kind,
    organizationId,
    projectId: key.kind === 'assistant' ? key.projectId : null,
    name: key.name.trim(),
    hint: keyHint(key.kind, secret),
    scopes: key.kind === 'admin' ? (key.scopes ?? ['read', 'write']) : [],
    ipAllowList: key.ipAllowList ?? [],
    originAllowList: key.kind === 'assistant' ? (key.originAllowList ?? []) : [],
    expiresAt: key.expiresAt ? Date.parse(key.expiresAt) : null,
    revokedAt: null,
    createdAt: await store.now(),
    lastUsedAt: null,
    previews: key.kind === 'assistant' && key.previews === true,
    parentId: parent?.id ?? null,
    budget: {},
  };
  await addKey(store, { ...info, hash: hashSecret(secret) });
  return { key: info, secret };
}

/** All keys of an organization, including revoked ones, newest first. */
export async function listKeys(store: Store, organizationId: string): Promise<KeyInfo[]> {
  const records = await listKeyRecords(store, organizationId);
  return records.map(({ hash: _, ...info }) => info);
}

/** Keys of an organization or of one project, including revoked ones, newest first. */
export async function pageOfKeys(
  store: Store,
  by: { organizationId: string; projectId?: string | undefined },
  request: PageRequest,
): Promise<CountedPage<KeyInfo>> {
  const { rows, ...rest } = await pageOfKeyRecords(store, by, request);
  return { rows: rows.map(({ hash: _, ...info }) => info), ...rest };
}

/**
 * Revokes a key for ever. Every server refuses its next request.
 * @throws DocentError `not_found` when the organization has no such key
 */
export async function revokeKey(
  store: Store,
  key: { organizationId: string; id: string },
): Promise<{ id: string; name: string; projectId: string | null }> {
  const known = await findKeyRecord(store, key);
  if (known && (await revokeKeyRecord(store, key, await store.now()))) return known;
  throw new DocentError('not_found', 'There is no key with this id. List the keys to see their ids.');
}

async function requireProject(store: Store, organizationId: string, projectId: string): Promise<void> {
  if (await findProject(store, { organizationId, projectId })) return;
  throw new DocentError('not_found', 'There is no project with this id.');
}
