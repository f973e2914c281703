import type { Log } from '../lib/log.ts';
import { grantedHosts } from '../accounts/grants.ts';
import type { PrivateHosts } from '../lib/public-address.ts';
import {
  listNotifications,
  markTold,
  type Notifications,
  setNextDigest,
  wasTold,
} from '../store/notifications.ts';
import { findOrganization } from '../store/organizations.ts';
import type { Store } from '../store/store.ts';
import type { WorkKind } from '../work/work-kind.ts';
import { findAlerts } from './alerts.ts';
import { writeDigest } from './digest.ts';
import type { SendMail } from './mail.ts';
import type { Alert, Message } from './message.ts';
import { sendWebhook } from './webhook.ts';

export type NotifyDeps = {
  store: Store;
  log: Log;
  /** Null when this server sends no mail. */
  mail: SendMail | null;
  /** Private hosts that an organization may use for webhooks if the operator granted them. */
  privateHosts: PrivateHosts;
  /** The dashboard's public URL. */
  dashboard(): string;
  creditsPerMonth: number | null;
};

const everyMs = 10 * 60_000;
const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** How long sent alerts are remembered: longer than any alert lasts. */
const rememberedMs = 90 * dayMs;

type Way = { name: string; send(message: Message): Promise<void> };

/** An organization's channels: each mail address, and the webhook. */
export function waysOf({ store, mail, privateHosts }: NotifyDeps, wanted: Notifications): Way[] {
  const mails = mail === null ? [] : wanted.emails.map((to) => ({ name: to, send: (message: Message) => mail(to, message) })); // prettier-ignore
  if (wanted.webhookUrl === null) return mails;
  const { webhookUrl: url, secret, organizationId } = wanted;
  const send = async (message: Message) => {
    const organization = await findOrganization(store, organizationId);
    if (organization === undefined) return;
    const hosts = grantedHosts(organization, privateHosts);
    await sendWebhook({ url, secret, at: await store.now(), privateHosts: hosts }, message);
  };
  return [...mails, { name: 'webhook', send }];
}

/** Sends all organizations their new alerts and the weekly digest. */
export async function notifyAll(deps: NotifyDeps, signal: AbortSignal): Promise<void> {
  const { store, creditsPerMonth } = deps;
  for (const wanted of await listNotifications(store)) {
    signal.throwIfAborted();
    const about = { organizationId: wanted.organizationId, dashboard: deps.dashboard(), creditsPerMonth };
    if (wanted.alerts)
      for (const alert of await findAlerts(store, about)) await tellOnce(deps, wanted, alert);
    if (!wanted.weekly || wanted.nextDigestAt > (await store.now())) continue;
    const digest = await writeDigest(store, about);
    const due = wanted.nextDigestAt;
    const isTold = digest === null || (await tellOnce(deps, wanted, { ...digest, name: `digest:${due}` }));
    const now = await store.now();
    // What still fails after a day is given up for this week.
    if (isTold || now > due + dayMs) await setNextDigest(store, wanted.organizationId, now + weekMs);
  }
}

/** A failed channel is retried without repeating the others. @returns whether all have been told */
async function tellOnce({ log, ...deps }: NotifyDeps, wanted: Notifications, alert: Alert): Promise<boolean> {
  const { store } = deps;
  const { organizationId } = wanted;
  const { name: about, ...message } = alert;
  let isTold = true;
  for (const way of waysOf({ log, ...deps }, wanted)) {
    const name = `${about} by ${way.name}`;
    if (await wasTold(store, organizationId, name)) continue;
    try {
      await way.send(message);
    } catch (error) {
      log.warn({ organizationId, type: message.type, error }, 'notification not sent');
      isTold = false;
      continue;
    }
    const now = await store.now();
    await markTold(store, { organizationId, name, createdAt: now }, now - rememberedMs);
  }
  return isTold;
}

/** Alerts and digests as background work, every ten minutes on one server at a time. */
export function notificationsKind(deps: NotifyDeps): WorkKind {
  return {
    name: 'notifications',
    maxAtOnce: 1,
    schedule: { firstMs: everyMs, everyMs },
    retryAfterMs: [],
    handle: (_, signal) => notifyAll(deps, signal),
  };
}
