import { randomBytes } from 'node:crypto';
import { addressesOfMembers } from '../store/members.ts';
import { DocentError } from '../errors.ts';
import { findNotifications, type Notifications, saveNotifications } from '../store/notifications.ts';
import type { Issued } from '../store/issued.ts';
import type { Store } from '../store/store.ts';

const weekMs = 7 * 86_400_000;

type WantedNotifications = Pick<Notifications, 'emails' | 'webhookUrl' | 'weekly' | 'alerts'>;

/** An organization's notification settings; off by default. */
export async function readNotifications(store: Store, organizationId: string): Promise<Notifications> {
  const found = await findNotifications(store, organizationId);
  const none = {
    emails: [],
    webhookUrl: null,
    secret: '',
    weekly: true,
    alerts: true,
    nextDigestAt: 0,
    issued: null,
  };
  return found ?? { organizationId, ...none };
}

/**
 * @param by the key that changes them: a new address of a webhook ends with it
 * @returns the signing secret of webhooks, when it is new
 * @throws DocentError `invalid_request` for an address outside of the organization, so that nobody can use this to send
 *   mail to strangers
 */
export async function changeNotifications(
  store: Store,
  organizationId: string,
  wanted: WantedNotifications,
  by: Issued | null = null,
): Promise<string | null> {
  const known = await addressesOfMembers(store, organizationId, wanted.emails);
  const stranger = wanted.emails.find((email) => !known.includes(email));
  if (stranger !== undefined)
    throw new DocentError('invalid_request', `${stranger} is the address of no member. Invite them first.`);
  const before = await readNotifications(store, organizationId);
  const isNew = wanted.webhookUrl !== null && wanted.webhookUrl !== before.webhookUrl;
  const secret = isNew ? `whsec_${randomBytes(32).toString('base64')}` : before.secret;
  const nextDigestAt = before.nextDigestAt === 0 ? (await store.now()) + weekMs : before.nextDigestAt;
  const issued = isNew ? by : wanted.webhookUrl === null ? null : before.issued;
  await saveNotifications(store, { organizationId, ...wanted, secret, nextDigestAt, issued });
  return isNew ? secret : null;
}
