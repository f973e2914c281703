import type { Role } from './people-tables.ts';
import { type Organization, toOrganization } from './organizations.ts';
import { pageByTime, type PageRequest, type Paged } from './paging.ts';
import { type Project, toProject } from './projects.ts';
import type { Store } from './store.ts';

export type Member = {
  userId: string;
  email: string;
  name: string;
  role: Role;
  createdAt: number;
  lastSeenAt: number | null;
};

export type Membership = { organization: Organization; role: Role };

/** Adds a member; an existing member keeps their role. */
export async function addMember(
  store: Store,
  member: { organizationId: string; userId: string; role: Role; createdAt: number },
): Promise<boolean> {
  const added = await store.db
    .insertInto('members')
    .values(member)
    .onConflict((conflict) => conflict.columns(['organizationId', 'userId']).doNothing())
    .returning('userId')
    .executeTakeFirst();
  return added !== undefined;
}

/** A person's organizations, oldest first. */
export async function listMemberships(store: Store, userId: string): Promise<Membership[]> {
  const rows = await store.db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organizationId')
    .selectAll('organizations')
    .select('members.role')
    .where('members.userId', '=', userId)
    .orderBy('organizations.createdAt')
    .orderBy('organizations.id')
    .execute();
  return rows.map(({ role, ...organization }) => ({ organization: toOrganization(organization), role }));
}

/** A person's organization by its id or slug. */
export async function findMembership(
  store: Store,
  by: { userId: string; organization: string },
): Promise<Membership | undefined> {
  const row = await store.db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organizationId')
    .selectAll('organizations')
    .select('members.role')
    .where('members.userId', '=', by.userId)
    .where((is) =>
      is.or([is('organizations.id', '=', by.organization), is('organizations.slug', '=', by.organization)]),
    )
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { role, ...organization } = row;
  return { organization: toOrganization(organization), role };
}

/** A project of any of the person's organizations. */
export async function findProjectOfMember(
  store: Store,
  by: { userId: string } & ({ domain: string } | { projectId: string }),
): Promise<(Membership & { project: Project }) | undefined> {
  const row = await store.db
    .selectFrom('projects')
    .innerJoin('members', 'members.organizationId', 'projects.organizationId')
    .selectAll('projects')
    .select('members.role')
    .where('members.userId', '=', by.userId)
    .where((is) =>
      'domain' in by ? is('projects.domain', '=', by.domain) : is('projects.id', '=', by.projectId),
    )
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { role, ...project } = row;
  const membership = await findMembership(store, {
    userId: by.userId,
    organization: project.organizationId,
  });
  return membership && { ...membership, project: toProject(project) };
}

export async function findMember(
  store: Store,
  by: { organizationId: string; userId: string },
): Promise<Member | undefined> {
  return await members(store, by.organizationId).where('members.userId', '=', by.userId).executeTakeFirst();
}

export async function countMembers(store: Store, organizationId: string): Promise<number> {
  const { count } = await store.db
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Members, oldest first. */
export async function listMembers(
  store: Store,
  organizationId: string,
  page: PageRequest,
): Promise<Paged<Member>> {
  const order = { direction: 'asc', at: 'members.createdAt', id: 'members.userId' } as const;
  return pageByTime(members(store, organizationId), page, order);
}

/** Those of the addresses that are of members. */
export async function addressesOfMembers(
  store: Store,
  organizationId: string,
  emails: string[],
): Promise<string[]> {
  if (emails.length === 0) return [];
  const rows = await members(store, organizationId).where('users.email', 'in', emails).execute();
  return emails.filter((email) => rows.some((row) => row.email === email));
}

export async function updateMember(
  store: Store,
  by: { organizationId: string; userId: string },
  role: Role,
): Promise<void> {
  await store.db
    .updateTable('members')
    .set({ role })
    .where('organizationId', '=', by.organizationId)
    .where('userId', '=', by.userId)
    .execute();
}

export async function deleteMember(
  store: Store,
  by: { organizationId: string; userId: string },
): Promise<void> {
  await store.db
    .deleteFrom('members')
    .where('organizationId', '=', by.organizationId)
    .where('userId', '=', by.userId)
    .execute();
}

/** The number of owners. Inside a transaction it locks them, so that concurrent removals cannot remove all. */
export async function countOwners(store: Store, organizationId: string): Promise<number> {
  const owners = await store.db
    .selectFrom('members')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('role', '=', 'owner')
    .$if(store.kind === 'postgres', (query) => query.forUpdate())
    .execute();
  return owners.length;
}

function members(store: Store, organizationId: string) {
  return store.db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select([
      'members.userId',
      'users.email',
      'users.name',
      'members.role',
      'members.createdAt',
      'users.lastSeenAt',
    ])
    .where('members.organizationId', '=', organizationId);
}
