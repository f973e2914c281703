import { DocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { listInvitationsTo } from '../store/invitations.ts';
import { deleteSessions } from '../store/sessions.ts';
import { inTransaction, type Store } from '../store/store.ts';
import { addUser, findUser, updateUser, type User } from '../store/users.ts';
import { acceptAllInvitations } from './invitation.ts';
import { normalizedEmail } from './sign-in.ts';

/** The claims of an identity provider about a person. */
export type Identity = {
  /** Issuer and subject: stable when the e-mail address changes. */
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  groups: string[];
};

/**
 * The account of a person whom the configured identity provider vouches for, found by subject, or else by a verified
 * e-mail address with an account or an invitation. Open invitations to that address are accepted, and the person has the
 * groups that the provider names now.
 * @throws DocentError `wrong_credentials` for a person without an invitation
 */
export async function signInByOidc(store: Store, identity: Identity): Promise<User> {
  const known = await findUser(store, { subject: identity.subject });
  const email = identity.emailVerified && identity.email !== null ? normalizedEmail(identity.email) : null;
  const user = known ?? (email === null ? undefined : await userOfAddress(store, email, identity));
  if (user === undefined) {
    throw new DocentError('wrong_credentials', 'Nobody has invited this account. Ask for an invitation.');
  }
  if (user.email === email) await acceptAllInvitations(store, user);
  const now = { groups: identity.groups, groupsAt: await store.now() };
  await updateUser(store, user.id, now);
  return { ...user, ...now };
}

async function userOfAddress(store: Store, email: string, identity: Identity): Promise<User | undefined> {
  const { subject, name } = identity;
  const known = await findUser(store, { email });
  if (known?.subject === null) return joinProven(store, known, subject);
  if (known !== undefined) return undefined;
  const now = await store.now();
  if ((await listInvitationsTo(store, email, now)).length === 0) return undefined;
  const fresh = {
    id: newId('usr'),
    email,
    name: name ?? email,
    passwordHash: null,
    subject,
    operator: false,
  };
  await addUser(store, { ...fresh, createdAt: now, lastSeenAt: null });
  return findUser(store, { subject });
}

/**
 * Before this sign-in nobody had proved that the address is theirs: anybody with the invitation link could have created
 * the account. So its password and sessions end here.
 */
async function joinProven(store: Store, user: User, subject: string): Promise<User> {
  const proven = { subject, passwordHash: null };
  await inTransaction(store, async (transaction) => {
    await updateUser(transaction, user.id, proven);
    await deleteSessions(transaction, user.id);
  });
  return { ...user, ...proven };
}
