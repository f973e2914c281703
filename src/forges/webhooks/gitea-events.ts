import { readDeletion, readOther, readPush } from './push-event.ts';
import { isSignatureOf } from './signature.ts';
import { header, type WebhookSender } from './webhook-sender.ts';

/** Forgejo sends these headers in addition to its own. https://docs.gitea.com/usage/repository/webhooks */
export const giteaWebhooks: WebhookSender = {
  name: 'Gitea',
  sent: (headers) => header(headers, 'x-gitea-event') !== '',
  isSigned: (headers, body, secret) => isSignatureOf(body, secret, header(headers, 'x-gitea-signature')),
  deliveryId: (headers) => header(headers, 'x-gitea-delivery') || null,
  readEvent(headers, body) {
    const name = header(headers, 'x-gitea-event');
    if (name === 'push') return readPush(body);
    return name === 'delete' ? readDeletion(body) : readOther('like GitHub', name, body);
  },
};
