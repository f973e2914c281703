import { DocentError } from '../errors.ts';
import { findUser, hasUsers, updateUser, type User } from '../store/users.ts';
import type { Store } from '../store/store.ts';
import { checkNewPassword, hashPassword, isPassword } from './password.ts';

export { hasUsers, type User };

/** E-mail addresses are one person's whatever their case. */
export function normalizedEmail(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * The person of an e-mail address and password.
 * @throws DocentError `wrong_credentials`, the same and as slow for an address that nobody has
 */
export async function checkCredentials(store: Store, email: string, password: string): Promise<User> {
  const user = await findUser(store, { email: normalizedEmail(email) });
  if (await isPassword(password, user?.passwordHash ?? null)) return user!;
  throw wrongCredentials();
}

/** @throws DocentError `wrong_credentials` when the current one is wrong, `invalid_request` for one that is too short */
export async function changePassword(store: Store, user: User, current: string, next: string): Promise<void> {
  checkNewPassword(next);
  if (user.passwordHash !== null && !(await isPassword(current, user.passwordHash))) throw wrongCredentials();
  await updateUser(store, user.id, { passwordHash: await hashPassword(next) });
}

export async function renameUser(store: Store, user: User, name: string): Promise<void> {
  await updateUser(store, user.id, { name });
}

function wrongCredentials(): DocentError {
  return new DocentError('wrong_credentials', 'The e-mail address or the password is wrong.');
}
