import { DocentError } from '../errors.ts';
import { newId, randomBase62 } from '../lib/ids.ts';
import { hashSecret } from '../lib/secrets.ts';
import {
  addInvitation,
  deleteSetupLinks,
  findInvitation as findInvitationByHash,
  type Invitation,
  listInvitationsTo,
  takeInvitation,
} from '../store/invitations.ts';
import { addMember } from '../store/members.ts';
import { findOrganization, type Organization } from '../store/organizations.ts';
import { inTransaction, type Store } from '../store/store.ts';
import { addUser, findUser, hasUsers, type User } from '../store/users.ts';
import { checkNewPassword, hashPassword } from './password.ts';
import { checkCredentials, normalizedEmail } from './sign-in.ts';
import type { Role } from '../store/people-tables.ts';

const hourMs = 3_600_000;
const setupMs = hourMs;
const invitationMs = 7 * 24 * hourMs;

/** Creates an invitation. @returns it, and the secret part of its link, which cannot be read again */
export async function invite(
  store: Store,
  invitation: { organizationId: string; email: string; role: Role; invitedBy: string },
): Promise<{ invitation: Invitation; token: string }> {
  return add(store, { ...invitation, email: normalizedEmail(invitation.email) }, invitationMs);
}

/**
 * Creates a set-up link for a server without accounts; earlier links stop working.
 * @returns the secret part of the link, or null when somebody has an account
 */
export async function newSetupLink(store: Store, organization: { id: string }): Promise<string | null> {
  if (await hasUsers(store)) return null;
  await deleteSetupLinks(store);
  const setup = { organizationId: organization.id, email: null, role: 'owner', invitedBy: 'set-up' } as const;
  return (await add(store, setup, setupMs)).token;
}

async function add(
  store: Store,
  invitation: Pick<Invitation, 'organizationId' | 'email' | 'role' | 'invitedBy'>,
  validMs: number,
): Promise<{ invitation: Invitation; token: string }> {
  const token = `inv_${randomBase62(32)}`;
  const createdAt = await store.now();
  const added = {
    ...invitation,
    id: newId('inv'),
    hash: hashSecret(token),
    createdAt,
    expiresAt: createdAt + validMs,
  };
  await addInvitation(store, added);
  return { invitation: added, token };
}

/** Withdraws an invitation. @throws DocentError `not_found` */
export async function revokeInvitation(
  store: Store,
  by: { organizationId: string; id: string },
): Promise<Invitation> {
  const taken = await takeInvitation(store, by);
  if (taken === undefined) throw new DocentError('not_found', 'There is no open invitation with this id.');
  return taken;
}

type OpenInvitation = { invitation: Invitation; organization: Organization; knownUser: boolean };

/** The invitation behind a link. @throws DocentError `not_found` when used, withdrawn, expired or unknown */
export async function readInvitation(store: Store, token: string): Promise<OpenInvitation> {
  const invitation = await findInvitationByHash(store, hashSecret(token), await store.now());
  const organization = invitation && (await findOrganization(store, invitation.organizationId));
  if (invitation === undefined || organization === undefined) throw linkOver();
  const { email } = invitation;
  const knownUser = email !== null && (await findUser(store, { email })) !== undefined;
  return { invitation, organization, knownUser };
}

type Acceptance = {
  token: string;
  name?: string | undefined;
  email?: string | undefined;
  password?: string | undefined;
  signedIn: User | null;
};

/** A checked acceptance that only has to be stored; for somebody without an account it includes a new one. */
type CheckedAcceptance = OpenInvitation & { user: User; isNew: boolean };

/**
 * Checks that somebody may join by a link. Password hashing is slow, so this runs outside any transaction.
 * @throws DocentError `not_found`, `invalid_request`, `wrong_credentials`
 */
export async function checkAcceptance(store: Store, acceptance: Acceptance): Promise<CheckedAcceptance> {
  const open = await readInvitation(store, acceptance.token);
  const user = open.knownUser
    ? await knownUser(store, open.invitation, acceptance)
    : await newUser(open.invitation, acceptance);
  return { ...open, user, isNew: !open.knownUser };
}

/**
 * Makes somebody a member by a link, with a new account when they have none. The link is used up.
 * @throws DocentError `not_found`, `conflict` for an e-mail address that is taken
 */
export async function acceptInvitation(
  store: Store,
  { isNew, ...open }: CheckedAcceptance,
): Promise<OpenInvitation & { user: User }> {
  return inTransaction(store, async (transaction) => {
    if ((await takeInvitation(transaction, open.invitation)) === undefined) throw linkOver();
    const createdAt = await transaction.now();
    const user = isNew ? { ...open.user, createdAt } : open.user;
    if (isNew && !(await addUser(transaction, user))) {
      throw new DocentError('conflict', 'This e-mail address has an account already. Please sign in.');
    }
    await join(transaction, open.invitation, user.id, createdAt);
    return { ...open, user };
  });
}

/** Accepts the open invitations of a person who has proved that an address is theirs. */
export async function acceptAllInvitations(store: Store, user: User): Promise<Invitation[]> {
  const invitations = await listInvitationsTo(store, user.email, await store.now());
  for (const invitation of invitations) {
    await inTransaction(store, async (transaction) => {
      if ((await takeInvitation(transaction, invitation)) === undefined) return;
      await join(transaction, invitation, user.id, await transaction.now());
    });
  }
  return invitations;
}

async function join(store: Store, { organizationId, role }: Invitation, userId: string, createdAt: number) {
  await addMember(store, { organizationId, userId, role, createdAt });
}

async function knownUser(store: Store, { email }: Invitation, acceptance: Acceptance): Promise<User> {
  if (acceptance.signedIn?.email === email) return acceptance.signedIn;
  return checkCredentials(store, email!, acceptance.password ?? '');
}

async function newUser(invitation: Invitation, acceptance: Acceptance): Promise<User> {
  const email = invitation.email ?? acceptance.email;
  const { name, password } = acceptance;
  if (email === undefined || name === undefined || password === undefined) {
    const missing = Object.entries({ email, name, password }).filter(([, value]) => value === undefined);
    const details = missing.map(([path]) => ({ path, message: 'is required' }));
    throw new DocentError('invalid_request', `Please send ${missing.map(([path]) => path).join(', ')}.`, {
      details,
    });
  }
  checkNewPassword(password);
  return {
    id: newId('usr'),
    email: normalizedEmail(email),
    name,
    passwordHash: await hashPassword(password),
    subject: null,
    // The set-up link is printed where only the server's operator reads it.
    operator: invitation.email === null,
    createdAt: 0,
    lastSeenAt: null,
    groups: [],
    groupsAt: null,
  };
}

function linkOver(): DocentError {
  return new DocentError('not_found', 'This link was used, has expired or was withdrawn. Ask for a new one.');
}
