import { readAsked } from './asked-events.ts';
import { readDeletion, readOther, readPush } from './push-event.ts';
import { isSignatureOf } from './signature.ts';
import { header, type WebhookSender } from './webhook-sender.ts';

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#delivery-headers */
export const githubWebhooks: WebhookSender = {
  name: 'GitHub',
  sent: (headers) => header(headers, 'x-github-event') !== '',
  isSigned(headers, body, secret) {
    return isSignatureOf(body, secret, header(headers, 'x-hub-signature-256').replace(/^sha256=/, ''));
  },
  deliveryId: (headers) => header(headers, 'x-github-delivery') || null,
  readEvent(headers, body) {
    const name = header(headers, 'x-github-event');
    if (name === 'ping') return { kind: 'ping' };
    if (name === 'push') return readPush(body);
    const asked = readAsked(name, body);
    if (asked !== null) return { kind: 'asked', event: asked };
    return name === 'delete' ? readDeletion(body) : readOther('like GitHub', name, body);
  },
};
