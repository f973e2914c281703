import { DocentError } from '../errors.ts';
import { hashSecret, isSecretOf } from '../lib/secrets.ts';
import { unlessFull } from '../store/disk-full.ts';
import { findKeyTarget, type KeyRecord, type KeyTarget, recordKeyUse } from '../store/keys.ts';
import { findOrganization, findOrganizationBySlug, type Organization } from '../store/organizations.ts';
import { findProjectOfMember, listMemberships, type Membership } from '../store/members.ts';
import type { Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import type { Actor } from './audit-event.ts';
import { isInRange } from '../lib/ip-range.ts';
import { isKeyShaped } from './key-secret.ts';
import { requireRole } from './role.ts';
import type { SignedIn } from './session.ts';
import type { Role } from '../store/people-tables.ts';

/** The parts of a request that decide whether it is admitted. */
export type AdmissionRequest = {
  /** The `Authorization` header: keys are read from nowhere else. */
  authorization: string | undefined;
  /** The signed-in person, when there is no key. */
  signedIn?: SignedIn | null;
  /** The kind of key that the endpoint expects. */
  kind: 'assistant' | 'admin';
  clientIp: string;
  origin: string | undefined;
  method: string;
  /** The role that a person needs; by default viewer for GET and HEAD and admin for the rest. */
  role?: Role | undefined;
  /** Only for operators of this server, whatever their organization. */
  operator?: boolean | undefined;
};

/** The project that the path names. An empty id or domain names no project. */
type NamedProject = { domain?: string | undefined; projectId?: string | undefined };
/** `own`: the project that the assistant key belongs to. */
export type Target = NamedProject | 'own';

/** The admitted caller. */
export type OrganizationAdmission = {
  organization: Organization;
  actor: Actor;
  role: Role;
  /** The credentials that were presented. */
  by: 'assistant' | 'preview' | 'admin' | 'session';
  /** The admin key that was used. */
  key?: KeyRecord;
};
export type Admission = OrganizationAdmission & {
  project: Project;
  reader?: { sub: string; groups: string[] };
};
/** A person, or an admin key, with the organizations that they may use. */
export type PersonAdmission = {
  actor: Actor;
  signedIn: SignedIn | null;
  memberships: Membership[];
  key?: KeyRecord;
};

/** Precision of `lastUsedAt`: a write in every request would cost more than it is worth. */
const lastUsedExactMs = 60_000;

/**
 * Authenticates and authorizes a request. With a key, it checks key → kind → address → origin → scope → project; with
 * a session, person → project → role. It counts nothing against rate limits.
 * @throws DocentError 401 `missing_key`, `invalid_key`, `expired_key`; 403 `wrong_key_kind`, `ip_not_allowed`,
 *   `origin_not_allowed`, `insufficient_scope`, `insufficient_role`; 404 `not_found`, the same for a project of
 *   another organization and for one that does not exist
 */
export async function admit(
  store: Store,
  request: AdmissionRequest & { target: Target },
): Promise<Admission> {
  const { target, signedIn } = request;
  if (request.authorization === undefined && signedIn) {
    const found = await findProjectOfPerson(store, signedIn, target);
    if (!found) throw noProject();
    if (request.kind === 'admin') requireRole(found.role, neededRole(request));
    return { ...found, actor: personActor(signedIn), by: 'session' };
  }
  const { key, organization, project: named } = await admitKey(store, request, target);
  const role = keyRole(key);
  if (request.kind === 'admin') requireRole(role, neededRole(request));
  // An assistant key opens its own project and its previews; an admin key opens every project of its organization.
  const own = key.projectId === null || [named?.id, named?.preview?.of].includes(key.projectId);
  const project = own ? named : undefined;
  if (!project) throw noProject();
  // Preview domains are easy to guess, so a public key gets the same answer as for a domain that does not exist.
  if (project.preview !== undefined && key.kind === 'assistant' && !key.previews) throw noProject();
  return { organization, project, actor: keyActor(key), role, by: passOf(key), key };
}

/**
 * Authorizes requests to endpoints that name an organization by id or slug, or none when a key implies it.
 * @throws DocentError as `admit`
 */
export async function admitToOrganization(
  store: Store,
  request: AdmissionRequest & { organization?: string | undefined },
): Promise<OrganizationAdmission> {
  const { organization: named, ...rest } = request;
  if (request.operator === true && request.signedIn?.user.operator === true)
    return admitOperator(store, request.signedIn, named);
  const person = await admitPerson(store, { ...rest, operator: false });
  const found = person.memberships.find(
    ({ organization: { id, slug } }) => named === undefined || named === id || named === slug,
  );
  if (found === undefined) throw new DocentError('not_found', 'There is no such organization.');
  if (request.operator === true) throw onlyOperators();
  requireRole(found.role, neededRole(request));
  return {
    ...found,
    actor: person.actor,
    by: person.signedIn === null ? 'admin' : 'session',
    ...(person.key && { key: person.key }),
  };
}

/** Authorizes requests that need a session or an admin key, and no project. @throws DocentError as `admit` */
export async function admitPerson(store: Store, request: AdmissionRequest): Promise<PersonAdmission> {
  const { signedIn = null } = request;
  if (request.authorization === undefined && signedIn !== null) {
    if (request.operator === true && !signedIn.user.operator) throw onlyOperators();
    const memberships = await listMemberships(store, signedIn.user.id);
    return { actor: personActor(signedIn), signedIn, memberships };
  }
  const { key, organization } = await admitKey(store, request);
  if (request.operator === true) throw onlyOperators();
  return { actor: keyActor(key), signedIn: null, memberships: [{ organization, role: keyRole(key) }], key };
}

/** Operators manage the plan and grants of every organization, as members or not. */
async function admitOperator(
  store: Store,
  signedIn: SignedIn,
  named: string | undefined,
): Promise<OrganizationAdmission> {
  const organization =
    named === undefined
      ? undefined
      : ((await findOrganization(store, named)) ?? (await findOrganizationBySlug(store, named)));
  if (organization === undefined) throw new DocentError('not_found', 'There is no such organization.');
  return { organization, actor: personActor(signedIn), role: 'owner', by: 'session' };
}

function onlyOperators(): DocentError {
  return new DocentError('insufficient_role', 'This is for operators of the server. Ask one of them.');
}

async function admitKey(store: Store, request: AdmissionRequest, target: Target = {}): Promise<KeyTarget> {
  const found = await authenticate(store, request.authorization, target);
  const { key } = found;
  checkUse(key, request);
  const now = Date.now();
  if (key.lastUsedAt === null || key.lastUsedAt + lastUsedExactMs < now)
    await unlessFull(recordKeyUse(store, key, now));
  return found;
}

function neededRole({ role, method }: AdmissionRequest): Role {
  return role ?? (method === 'GET' || method === 'HEAD' ? 'viewer' : 'admin');
}

/** A key has an admin's rights, never an owner's: whoever finds a leaked key must not own the organization. */
function keyRole({ kind, scopes }: KeyRecord): Role {
  return kind === 'admin' && scopes.includes('write') ? 'admin' : 'viewer';
}

function passOf({ kind, previews }: KeyRecord): OrganizationAdmission['by'] {
  return kind === 'admin' ? 'admin' : previews ? 'preview' : 'assistant';
}

function keyActor({ id, name }: KeyRecord): Actor {
  return { kind: 'key', id, name };
}

function personActor({ user }: SignedIn): Actor {
  return { kind: 'user', id: user.id, name: user.name };
}

async function findProjectOfPerson(store: Store, { user }: SignedIn, target: Target) {
  if (target === 'own') return undefined;
  const { domain, projectId } = target;
  if (domain !== undefined) return findProjectOfMember(store, { userId: user.id, domain });
  if (projectId !== undefined) return findProjectOfMember(store, { userId: user.id, projectId });
  return undefined;
}

function noProject(): DocentError {
  return new DocentError('not_found', 'There is no such project for this key.');
}

async function authenticate(
  store: Store,
  authorization: string | undefined,
  target: Target,
): Promise<KeyTarget> {
  const secret = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (secret === undefined)
    throw unauthenticated('missing_key', 'Send your API key as `Authorization: Bearer <key>`, or sign in.');
  if (!isKeyShaped(secret)) throw invalidKey();
  const found = await findKeyTarget(store, hashSecret(secret), target);
  if (!found || !isSecretOf(secret, found.key.hash) || found.key.revokedAt !== null) throw invalidKey();
  const { key } = found;
  if (key.expiresAt !== null && key.expiresAt <= Date.now()) {
    throw unauthenticated('expired_key', 'This API key has expired. Please create a new one.');
  }
  return found;
}

function checkUse(key: KeyRecord, { kind, clientIp, origin, method }: AdmissionRequest): void {
  // An admin key is accepted where an assistant key is; the endpoint limits what it may do.
  if (key.kind !== kind && key.kind !== 'admin') {
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
  if (key.kind === 'admin' && !hasScope(key, method)) {
    throw new DocentError('insufficient_scope', 'This API key may only read. Use one with the scope write.');
  }
}

function hasScope({ scopes }: KeyRecord, method: string): boolean {
  return scopes.includes('write') || (scopes.includes('read') && (method === 'GET' || method === 'HEAD'));
}

export function invalidKey(): DocentError {
  return unauthenticated(
    'invalid_key',
    'This API key is not valid. Check that it was copied completely and not revoked.',
  );
}

/** The scheme must be named: https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1 */
function unauthenticated(code: 'missing_key' | 'invalid_key' | 'expired_key', message: string): DocentError {
  return new DocentError(code, message, { headers: { 'www-authenticate': 'Bearer' } });
}
