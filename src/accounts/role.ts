import { DocentError } from '../errors.ts';
import type { Role } from '../store/people-tables.ts';

const rank: Record<Role, number> = { viewer: 0, admin: 1, owner: 2 };

/** Whether a role includes the rights of `needed`. */
function isAtLeast(role: Role, needed: Role): boolean {
  return rank[role] >= rank[needed];
}

/** @throws DocentError `insufficient_role` */
export function requireRole(role: Role, needed: Role): void {
  if (isAtLeast(role, needed)) return;
  throw new DocentError(
    'insufficient_role',
    `This needs the role ${needed}. Ask an owner of the organization.`,
  );
}
