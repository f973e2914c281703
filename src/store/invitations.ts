import { type PageRequest, type CountedPage, newestFirst } from './paging.ts';
import type { PeopleTables } from './people-tables.ts';
import type { Store } from './store.ts';

export type Invitation = PeopleTables['invitations'];

export async function addInvitation(store: Store, invitation: Invitation): Promise<void> {
  await store.db.insertInto('invitations').values(invitation).execute();
}

/** The open invitation behind a link. The link determines the tenant, as a key does. */
export async function findInvitation(
  store: Store,
  hash: string,
  now: number,
): Promise<Invitation | undefined> {
  return await store.db
    .selectFrom('invitations')
    .selectAll()
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Open invitations to an e-mail address. */
export async function listInvitationsTo(store: Store, email: string, now: number): Promise<Invitation[]> {
  return await store.db
    .selectFrom('invitations')
    .selectAll()
    .where('email', '=', email)
    .where('expiresAt', '>', now)
    .execute();
}

/** Open invitations with a recipient, newest first. */
export async function listInvitations(
  store: Store,
  organizationId: string,
  now: number,
  page: PageRequest,
): Promise<CountedPage<Invitation>> {
  const query = store.db
    .selectFrom('invitations')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('email', 'is not', null)
    .where('expiresAt', '>', now);
  return newestFirst(query, page);
}

/** Uses up or withdraws an invitation; undefined when there is none, or somebody was faster. */
export async function takeInvitation(
  store: Store,
  by: { organizationId: string; id: string },
): Promise<Invitation | undefined> {
  return await store.db
    .deleteFrom('invitations')
    .where('organizationId', '=', by.organizationId)
    .where('id', '=', by.id)
    .returningAll()
    .executeTakeFirst();
}

/** Withdraws all set-up links. */
export async function deleteSetupLinks(store: Store): Promise<void> {
  await store.db.deleteFrom('invitations').where('email', 'is', null).execute();
}
