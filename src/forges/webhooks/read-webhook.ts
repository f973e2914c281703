import { hash } from 'node:crypto';
import { giteaWebhooks } from './gitea-events.ts';
import { githubWebhooks } from './github-events.ts';
import { gitlabWebhooks } from './gitlab-events.ts';
import type { Delivery } from './push-event.ts';
import type { WebhookHeaders, WebhookSender } from './webhook-sender.ts';

// Gitea sends GitHub's headers too, so it is asked first. A new forge is a file here and its name in this list.
const senders: WebhookSender[] = [giteaWebhooks, githubWebhooks, gitlabWebhooks];

const maxIdLength = 200;

/**
 * Who sent a webhook, and what it says.
 * @param secrets any of them will do, as while one takes the place of another
 * @param parse makes JSON of the body once its sender is known
 * @returns null for a body that nobody who has a secret sent
 */
export function readWebhook(
  headers: WebhookHeaders,
  body: Uint8Array,
  secrets: string[],
  parse: (body: Uint8Array) => unknown,
): Delivery | null {
  const sender = senders.find(({ sent }) => sent(headers));
  if (sender === undefined) return null;
  // All are tried, whichever fits, so that time tells nothing.
  const fits = secrets.map((secret) => sender.isSigned(headers, body, secret));
  if (!fits.includes(true)) return null;
  const id = sender.deliveryId(headers)?.slice(0, maxIdLength) ?? hash('sha256', body);
  return { forge: sender.name, id, event: sender.readEvent(headers, parse(body)) };
}
