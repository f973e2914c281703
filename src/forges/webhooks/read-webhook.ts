import { hash } from 'node:crypto';
import { giteaWebhooks } from './gitea-events.ts';
import { githubWebhooks } from './github-events.ts';
import { gitlabWebhooks } from './gitlab-events.ts';
import type { Delivery } from './push-event.ts';
import type { WebhookHeaders, WebhookSender } from './webhook-sender.ts';

// Gitea sends GitHub's headers too, so it comes first. A new forge is a file here and its name in this list.
const senders: WebhookSender[] = [giteaWebhooks, githubWebhooks, gitlabWebhooks];

const maxIdLength = 200;

/**
 * Authenticates a webhook and reads its event.
 * @param secrets all valid secrets, of which there are two during a rotation
 * @param parse parses the body as JSON, after authentication
 * @returns null when no secret matches
 */
export function readWebhook(
  headers: WebhookHeaders,
  body: Uint8Array,
  secrets: string[],
  parse: (body: Uint8Array) => unknown,
): Delivery | null {
  const sender = senders.find(({ sent }) => sent(headers));
  if (sender === undefined) return null;
  // All secrets are tried even after a match, so that timing reveals nothing.
  const fits = secrets.map((secret) => sender.isSigned(headers, body, secret));
  if (!fits.includes(true)) return null;
  const id = sender.deliveryId(headers)?.slice(0, maxIdLength) ?? hash('sha256', body);
  return { forge: sender.name, id, event: sender.readEvent(headers, parse(body)) };
}
