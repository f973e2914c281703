import { newId } from '../lib/ids.ts';
import { addOrganization, type Organization } from '../store/organizations.ts';
import type { Store } from '../store/store.ts';

/**
 * The organization of a server that has just one, made when it is missing.
 * In a transaction it is locked, so that what follows is done once.
 */
export async function ensureDefaultOrganization(store: Store): Promise<Organization> {
  const createdAt = await store.now();
  return addOrganization(store, { id: newId('org'), name: 'Default', slug: 'default', plan: {}, createdAt });
}
