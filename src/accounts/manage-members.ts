import { DocentError } from '../errors.ts';
import {
  countOwners,
  deleteMember,
  findMember,
  listMembers,
  type Member,
  updateMember,
} from '../store/members.ts';
import { dropRecipient } from '../store/notifications.ts';
import { deleteGrants } from '../store/oauth-records.ts';
import { inTransaction, type Store } from '../store/store.ts';
import type { Role } from '../store/people-tables.ts';

type By = { organizationId: string; userId: string };

/** The members of an organization, oldest first. */
export async function allMembers(store: Store, organizationId: string): Promise<Member[]> {
  const members: Member[] = [];
  let after: { at: number; id: string } | undefined;
  do {
    const { rows, next } = await listMembers(store, organizationId, { limit: 500, after });
    members.push(...rows);
    after = next ?? undefined;
  } while (after !== undefined);
  return members;
}

/** @throws DocentError `not_found`; `conflict` when the organization would be left without an owner */
export async function changeRole(
  store: Store,
  by: By,
  role: Role,
): Promise<{ before: Role; member: Member }> {
  return inTransaction(store, async (transaction) => {
    const member = await requireMember(transaction, by);
    if (member.role === 'owner' && role !== 'owner') await requireOtherOwner(transaction, by.organizationId);
    await updateMember(transaction, by, role);
    return { before: member.role, member: { ...member, role } };
  });
}

/** @throws DocentError `not_found`; `conflict` when the organization would be left without an owner */
export async function removeMember(store: Store, by: By): Promise<Member> {
  return inTransaction(store, async (transaction) => {
    const member = await requireMember(transaction, by);
    if (member.role === 'owner') await requireOtherOwner(transaction, by.organizationId);
    await deleteMember(transaction, by);
    await deleteGrants(transaction, by);
    await dropRecipient(transaction, member.email, by.organizationId);
    return member;
  });
}

async function requireMember(store: Store, by: By): Promise<Member> {
  const member = await findMember(store, by);
  if (member === undefined) throw new DocentError('not_found', 'There is no member with this id.');
  return member;
}

async function requireOtherOwner(store: Store, organizationId: string): Promise<void> {
  if ((await countOwners(store, organizationId)) > 1) return;
  throw new DocentError('conflict', 'This is the last owner. Make somebody else an owner first.');
}
