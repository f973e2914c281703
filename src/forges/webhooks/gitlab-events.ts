import { readOther, readPush } from './push-event.ts';
import { isSameSecret } from './signature.ts';
import { header, type WebhookSender } from './webhook-sender.ts';

/** GitLab sends the secret itself, no signature. https://docs.gitlab.com/user/project/integrations/webhooks/#delivery-headers */
export const gitlabWebhooks: WebhookSender = {
  name: 'GitLab',
  sent: (headers) => header(headers, 'x-gitlab-event') !== '',
  isSigned: (headers, _body, secret) => isSameSecret(header(headers, 'x-gitlab-token'), secret),
  deliveryId(headers) {
    return header(headers, 'idempotency-key') || header(headers, 'x-gitlab-event-uuid') || null;
  },
  readEvent(headers, body) {
    const name = header(headers, 'x-gitlab-event');
    return name === 'Push Hook' ? readPush(body) : readOther('GitLab', name, body);
  },
};
