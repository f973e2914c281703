import { DocentError } from '../errors.ts';
import { hashSecret, isSecretOf } from '../lib/secrets.ts';
import { findKeyByHash, type KeyRecord, recordKeyUse } from '../store/keys.ts';
import { findOrganization, type Organization } from '../store/organizations.ts';
import { findProject, type Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { isInRange } from './ip-range.ts';
import { isKeyShaped } from './key-secret.ts';

/** What of a request decides whether it is let in. */
export type AdmissionRequest = {
  /** The header: the only place where a key is taken from. */
  authorization: string | undefined;
  /** The kind of key that the endpoint wants. */
  kind: 'assistant' | 'admin';
  clientIp: string;
  origin: string | undefined;
  method: string;
};

/** Whose project the path names. An id and a domain of nothing are no project. */
export type Target = { domain?: string | undefined; projectId?: string | undefined };

export type OrganizationAdmission = { organization: Organization; key: KeyRecord };
export type Admission = OrganizationAdmission & { project: Project };

/** How exact `lastUsedAt` is: a write in every request would cost more than it tells. */
const lastUsedExactMs = 60_000;

/**
 * The one gate: key → kind → address → origin → scope → project. Nothing is counted here.
 * @throws DocentError 401 `missing_key`, `invalid_key`, `expired_key`; 403 `wrong_key_kind`, `ip_not_allowed`,
 *   `origin_not_allowed`, `insufficient_scope`; 404 `not_found`, the same for a foreign project and for none
 */
export async function admit(
  store: Store,
  request: AdmissionRequest & { target: Target },
): Promise<Admission> {
  const { target, ...rest } = request;
  const admission = await admitToOrganization(store, rest);
  const project = await findTarget(store, admission.key, target);
  if (!project) throw new DocentError('not_found', 'There is no such project for this key.');
  return { ...admission, project };
}

/** The gate of endpoints that name no project in their path. */
export async function admitToOrganization(
  store: Store,
  request: AdmissionRequest,
): Promise<OrganizationAdmission> {
  const key = await authenticate(store, request.authorization);
  checkUse(key, request);
  const now = Date.now();
  if (key.lastUsedAt === null || key.lastUsedAt + lastUsedExactMs < now) await recordKeyUse(store, key, now);
  const organization = await findOrganization(store, key.organizationId);
  if (!organization) throw invalidKey();
  return { organization, key };
}

async function authenticate(store: Store, authorization: string | undefined): Promise<KeyRecord> {
  const secret = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (secret === undefined)
    throw unauthenticated('missing_key', 'Send your API key as `Authorization: Bearer <key>`.');
  if (!isKeyShaped(secret)) throw invalidKey();
  const key = await findKeyByHash(store, hashSecret(secret));
  if (!key || !isSecretOf(secret, key.hash) || key.revokedAt !== null) throw invalidKey();
  if (key.expiresAt !== null && key.expiresAt <= Date.now()) {
    throw unauthenticated('expired_key', 'This API key has expired. Please make a new one.');
  }
  return key;
}

function checkUse(key: KeyRecord, { kind, clientIp, origin, method }: AdmissionRequest): void {
  if (key.kind !== kind) {
    throw new DocentError(
      'wrong_key_kind',
      `This endpoint needs an ${kind} key; the one sent is an ${key.kind} key.`,
    );
  }
  if (key.ipAllowList.length > 0 && !key.ipAllowList.some((range) => isInRange(clientIp, range))) {
    throw new DocentError('ip_not_allowed', 'This API key may not be used from your address.');
  }
  if (key.originAllowList.length > 0 && !key.originAllowList.includes(origin ?? '')) {
    throw new DocentError('origin_not_allowed', 'This API key may not be used from this website.');
  }
  if (kind === 'admin' && !hasScope(key, method)) {
    throw new DocentError('insufficient_scope', 'This API key may only read. Use one with the scope write.');
  }
}

function hasScope({ scopes }: KeyRecord, method: string): boolean {
  return scopes.includes('write') || (scopes.includes('read') && (method === 'GET' || method === 'HEAD'));
}

/** An assistant key opens its own project only, an admin key every one of its organization. */
async function findTarget(
  store: Store,
  key: KeyRecord,
  { domain, projectId }: Target,
): Promise<Project | undefined> {
  const { organizationId } = key;
  if (domain === undefined && projectId === undefined) return undefined;
  const project = await findProject(
    store,
    domain === undefined ? { organizationId, projectId: projectId! } : { organizationId, domain },
  );
  const own = key.projectId === null || key.projectId === project?.id;
  return own ? project : undefined;
}

function invalidKey(): DocentError {
  return unauthenticated(
    'invalid_key',
    'This API key is not valid. Check that it was copied whole and not revoked.',
  );
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1 wants the scheme named. */
function unauthenticated(code: 'missing_key' | 'invalid_key' | 'expired_key', message: string): DocentError {
  return new DocentError(code, message, { headers: { 'www-authenticate': 'Bearer' } });
}
