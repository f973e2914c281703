import { newId } from '../lib/ids.ts';
import { DocentError } from '../errors.ts';
import { addMember } from '../store/members.ts';
import { addOrganization, insertOrganization, type Organization } from '../store/organizations.ts';
import { inTransaction, type Store } from '../store/store.ts';

export { renameOrganization, updatePlan, type Organization } from '../store/organizations.ts';

/**
 * The organization of a server that has just one, made when it is missing.
 * In a transaction it is locked, so that what follows is done once.
 */
export async function ensureDefaultOrganization(store: Store): Promise<Organization> {
  const createdAt = await store.now();
  return addOrganization(store, { id: newId('org'), name: 'Default', slug: 'default', plan: {}, createdAt });
}

const slugShape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Names of the server's own pages, which an organization's address would hide. */
const reserved = new Set(['api', 'assets', 'discovery', 'healthz', 'invite', 'manage', 'mcp', 'metrics', 'organizations', 'readyz', 'reference', 'setup', 'sign-in', 'v1', 'v2', 'widget']); // prettier-ignore

/**
 * A new organization with its first owner.
 * @throws DocentError `invalid_request` for a slug that cannot be one, `conflict` when it is taken
 */
export async function createOrganization(
  store: Store,
  { name, slug, ownerId }: { name: string; slug: string; ownerId: string },
): Promise<Organization> {
  if (!slugShape.test(slug) || reserved.has(slug)) {
    const message =
      'A slug is 1 to 63 lower-case letters, digits and inner hyphens, and no name of a page here.';
    throw new DocentError('invalid_request', message, { details: [{ path: 'slug', message }] });
  }
  return inTransaction(store, async (transaction) => {
    const createdAt = await transaction.now();
    const organization = { id: newId('org'), name, slug, plan: {}, createdAt };
    if (!(await insertOrganization(transaction, organization))) {
      throw new DocentError('conflict', `The slug ${slug} is taken. Please choose another one.`);
    }
    await addMember(transaction, {
      organizationId: organization.id,
      userId: ownerId,
      role: 'owner',
      createdAt,
    });
    return organization;
  });
}
