import { newId } from '../lib/ids.ts';
import { DocentError } from '../errors.ts';
import { addMember } from '../store/members.ts';
import {
  addOrganization,
  deleteOrganization,
  insertOrganization,
  type Organization,
} from '../store/organizations.ts';
import { inTransaction, type Store } from '../store/store.ts';

/**
 * The organization of a server that has just one; created when missing. Inside a transaction its row is locked, so that
 * what follows happens once.
 */
export async function ensureDefaultOrganization(store: Store): Promise<Organization> {
  const createdAt = await store.now();
  return addOrganization(store, {
    id: newId('org'),
    name: 'Default',
    slug: defaultSlug,
    plan: {},
    createdAt,
  });
}

const slugShape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** First path segments that this server uses or may use later: an organization's dashboard page would hide them. */
const reserved = new Set(['admin', 'api', 'ask', 'assets', 'channels', 'd', 'discovery', 'docs', 'healthz', 'invite', 'llms', 'manage', 'mcp', 'metrics', 'oauth', 'openapi', 'organizations', 'pages', 'readyz', 'reference', 'robots', 'setup', 'sign-in', 'sign-out', 'sign-up', 'static', 'webhooks', 'widget']); // prettier-ignore
const isReserved = (slug: string) => reserved.has(slug) || /^v\d+$/.test(slug);

/** The organization that every server starts with and that the command line works on. */
export const defaultSlug = 'default';

/** Whether this is the operator's own organization, which is granted everything on this server. */
export function isOperators({ slug }: Pick<Organization, 'slug'>): boolean {
  return slug === defaultSlug;
}

/**
 * Creates an organization with its first owner.
 * @throws DocentError `invalid_request` for an invalid slug, `conflict` when it is taken
 */
export async function createOrganization(
  store: Store,
  { name, slug, ownerId }: { name: string; slug: string; ownerId: string },
): Promise<Organization> {
  if (!slugShape.test(slug) || isReserved(slug)) {
    const message =
      'A slug is 1 to 63 lower-case letters, digits and inner hyphens, and not a reserved name.';
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

/**
 * Deletes an organization with its projects, keys, members, conversations and audit log.
 * @param name the name that the person typed as confirmation
 * @throws DocentError `invalid_request` for a wrong name, `conflict` for the organization that the server needs
 */
export async function removeOrganization(
  store: Store,
  organization: Organization,
  name: string,
): Promise<void> {
  if (name !== organization.name) {
    const message = 'is not the name of this organization';
    throw new DocentError('invalid_request', `What you sent ${message}. Send its name to confirm.`, {
      details: [{ path: 'name', message }],
    });
  }
  if (organization.slug === defaultSlug) {
    throw new DocentError('conflict', 'This is the organization that the server needs. Rename it instead.');
  }
  await deleteOrganization(store, organization.id);
}
