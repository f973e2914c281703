import { isInForce } from '../../store/issued.ts';
import type { Role } from '../../store/people-tables.ts';
import type { Project } from '../../store/projects.ts';
import type { User } from '../../store/users.ts';

/** What an identity provider said at a sign-in counts for as long as a session that nobody uses. */
const saidForMs = 30 * 86_400_000;

/** The access groups that a project gives a member, by their role and their groups at the identity provider. */
export function groupsOfMember(
  { settings: { memberGroups = {}, issued } }: Project,
  { role, user, clientIp }: { role: Role; user: User; clientIp: string },
): string[] {
  const now = Date.now();
  if (!isInForce(issued?.['memberGroups'] ?? null, now, clientIp)) return [];
  const { roles = {}, groups = {} } = memberGroups;
  const said = user.groupsAt !== null && user.groupsAt + saidForMs > now ? user.groups : [];
  const named = said.flatMap((group) => (Object.hasOwn(groups, group) ? groups[group]! : []));
  return [...new Set([...(roles[role] ?? []), ...named])];
}
