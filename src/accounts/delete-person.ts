import { DocentError } from '../errors.ts';
import { countOwners, listMemberships } from '../store/members.ts';
import { erasePerson } from '../store/people.ts';
import { inTransaction, type Store } from '../store/store.ts';
import { findUser } from '../store/users.ts';
import { normalizedEmail } from './sign-in.ts';

/**
 * Deletes a person with their sessions and memberships. The audit log keeps their actions without their name.
 * @throws DocentError `not_found`; `conflict` when an organization would be left without an owner
 */
export async function deletePerson(store: Store, email: string): Promise<void> {
  await inTransaction(store, async (transaction) => {
    const user = await findUser(transaction, { email: normalizedEmail(email) });
    if (user === undefined) throw new DocentError('not_found', 'Nobody has an account with this address.');
    for (const { organization, role } of await listMemberships(transaction, user.id)) {
      if (role !== 'owner' || (await countOwners(transaction, organization.id)) > 1) continue;
      const message = `This is the last owner of ${organization.name}. Make somebody else an owner first.`;
      throw new DocentError('conflict', message);
    }
    await erasePerson(transaction, user);
  });
}
