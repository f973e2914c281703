import { DocentError } from '../errors.ts';
import { deleteSessions } from '../store/sessions.ts';
import { findUser, updateUser, type User } from '../store/users.ts';
import type { Store } from '../store/store.ts';
import { checkNewPassword, hashPassword, isPassword } from './password.ts';

/** E-mail addresses are compared without regard to case. */
export function normalizedEmail(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * The person with this e-mail address and password.
 * @throws DocentError `wrong_credentials`, in the same time for an unknown address
 */
export async function checkCredentials(store: Store, email: string, password: string): Promise<User> {
  const user = await findUser(store, { email: normalizedEmail(email) });
  if (await isPassword(password, user?.passwordHash ?? null)) return user!;
  throw wrongCredentials();
}

/**
 * Replaces a person's password.
 * @throws DocentError `wrong_credentials` for a wrong current password, `invalid_request` for a short new one
 */
export async function newPasswordHash(user: User, current: string, next: string): Promise<string> {
  checkNewPassword(next);
  if (user.passwordHash !== null && !(await isPassword(current, user.passwordHash))) throw wrongCredentials();
  return hashPassword(next);
}

export async function changeUser(
  store: Store,
  user: User,
  changes: Partial<Pick<User, 'name' | 'passwordHash'>>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await updateUser(store, user.id, changes);
}

/** Makes a person an operator of this server, or no longer. @throws DocentError `not_found` for an unknown address */
export async function setOperator(store: Store, email: string, operator: boolean): Promise<User> {
  const user = await requireUser(store, email);
  await updateUser(store, user.id, { operator });
  return { ...user, operator };
}

/** Gives a person a new password, and signs them out everywhere. @throws DocentError `not_found` */
export async function setPassword(store: Store, email: string, passwordHash: string): Promise<User> {
  const user = await requireUser(store, email);
  await updateUser(store, user.id, { passwordHash });
  await deleteSessions(store, user.id);
  return user;
}

async function requireUser(store: Store, email: string): Promise<User> {
  const user = await findUser(store, { email: normalizedEmail(email) });
  if (user === undefined) throw new DocentError('not_found', `Nobody has an account with ${email}.`);
  return user;
}

function wrongCredentials(): DocentError {
  return new DocentError('wrong_credentials', 'The e-mail address or the password is wrong.');
}
