import { type CountedPage, oldestFirst, type PageRequest } from './paging.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';
import { firstOf } from './records.ts';

/** An organization's limits and grants. Absent ones are the server's defaults. */
export type Plan = {
  limits?: Record<string, number>;
  creditsPerMonth?: number;
  /** Whether its projects may answer beyond the credits. */
  overages?: boolean;
  /** Folders that its projects may read docs from, among those that the operator configured. */
  folders?: string[];
  /** Address prefixes of repositories that its projects may read with this server's credentials. */
  repositories?: string[];
  /** Private hosts that its projects may fetch from. */
  privateHosts?: string[];
};

export type Organization = { id: string; name: string; slug: string; plan: Plan; createdAt: number };

/** Adds the organization unless its slug is taken; returns the one with the slug. */
export async function addOrganization(store: Store, organization: Organization): Promise<Organization> {
  const row = await store.db
    .insertInto('organizations')
    .values({ ...organization, plan: JSON.stringify(organization.plan) })
    // An update without a change locks the row, so that callers in transactions take turns.
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet((update) => ({ slug: update.ref('excluded.slug') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return toOrganization(row);
}

/** Adds a new organization; false when its slug is taken. */
export async function insertOrganization(store: Store, organization: Organization): Promise<boolean> {
  const added = await store.db
    .insertInto('organizations')
    .values({ ...organization, plan: JSON.stringify(organization.plan) })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function renameOrganization(store: Store, id: string, name: string): Promise<void> {
  await store.db.updateTable('organizations').set({ name }).where('id', '=', id).execute();
}

/** Deletes it with everything that belongs to it. */
export async function deleteOrganization(store: Store, id: string): Promise<void> {
  await store.db.deleteFrom('organizations').where('id', '=', id).execute();
}

export async function findOrganization(store: Store, id: string): Promise<Organization | undefined> {
  return firstOf(store.db.selectFrom('organizations').selectAll().where('id', '=', id), toOrganization);
}

export async function findOrganizationBySlug(store: Store, slug: string): Promise<Organization | undefined> {
  return firstOf(store.db.selectFrom('organizations').selectAll().where('slug', '=', slug), toOrganization);
}

/** All organizations of this server, oldest first. */
export async function pageOfOrganizations(
  store: Store,
  page: PageRequest,
): Promise<CountedPage<Organization>> {
  return oldestFirst(store.db.selectFrom('organizations').selectAll(), page, toOrganization);
}

export async function updatePlan(store: Store, organizationId: string, plan: Plan): Promise<void> {
  await store.db
    .updateTable('organizations')
    .set({ plan: JSON.stringify(plan) })
    .where('id', '=', organizationId)
    .execute();
}

/** Converts a row to the record that other modules use. */
export function toOrganization(row: Tables['organizations']): Organization {
  return { ...row, plan: JSON.parse(row.plan) };
}
