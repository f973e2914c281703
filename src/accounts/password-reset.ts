import { DocentError } from '../errors.ts';
import { randomBase62 } from '../lib/ids.ts';
import { hashSecret } from '../lib/secrets.ts';
import { addPasswordReset, takePasswordReset } from '../store/password-resets.ts';
import { deleteSessions } from '../store/sessions.ts';
import { inTransaction, type Store } from '../store/store.ts';
import { findUser, updateUser, type User } from '../store/users.ts';
import { requestWork } from '../store/work.ts';
import { normalizedEmail } from './sign-in.ts';

const validMs = 3_600_000;

/** The kind of work that mails a link. */
export const passwordResetWork = 'password-reset';

/**
 * Requests a link to a new password, by mail. Whether somebody has the address is looked up later, by the work, so that
 * neither the answer nor its time tells.
 */
export async function requestPasswordReset(store: Store, email: string): Promise<void> {
  const to = normalizedEmail(email);
  await requestWork(store, { kind: passwordResetWork, subject: hashSecret(to), input: { email: to } });
}

/** Makes a link for a person. @returns its secret part, which cannot be read again */
export async function newPasswordReset(store: Store, userId: string): Promise<string> {
  const token = `pwr_${randomBase62(32)}`;
  const now = await store.now();
  await addPasswordReset(store, { hash: hashSecret(token), userId, expiresAt: now + validMs }, now);
  return token;
}

/**
 * Gives the person of a link a new password, and signs them out everywhere. The link is used up, and so are their others.
 * @throws DocentError `invalid_request` for a short password, `not_found` when the link is over
 */
export async function resetPassword(store: Store, token: string, hash: string): Promise<User> {
  return inTransaction(store, async (transaction) => {
    const now = await transaction.now();
    const id = await takePasswordReset(transaction, hashSecret(token), now);
    const user = id && (await findUser(transaction, { id }));
    if (!user) throw new DocentError('not_found', 'This link was used or has expired. Ask for a new one.');
    await updateUser(transaction, user.id, { passwordHash: hash });
    await deleteSessions(transaction, user.id);
    return user;
  });
}
