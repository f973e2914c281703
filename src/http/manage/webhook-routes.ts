import { z } from '@hono/zod-openapi';
import { removeSecret, rotateSecret } from '../../accounts/project-secret.ts';
import { iso } from '../page-filter.ts';
import { expiresWithKey } from '../../protocol/manage/shared-fields.ts';
import { answerOf, route } from '../json-route.ts';

const shared = { tag: 'Deployments', key: 'admin', path: '/manage/v1/projects/{projectId}/webhook' } as const;

const webhookSchema = z
  .object({
    url: z.string().describe('Where the forge is to send pushes, as JSON.'),
    secret: z.string().describe('Shown this once.'),
    expiresAt: expiresWithKey,
  })
  .openapi('Webhook');

const makeRoute = route({
  ...shared,
  method: 'post',
  summary: 'Create a webhook secret; the previous one stays valid for a day',
  action: 'webhook.create',
  success: answerOf(webhookSchema, 'The address and the new secret.', 201),
  async handle({ deps, admission: { project, key }, note, change }) {
    note({ target: { kind: 'project', id: project.id, name: project.name } });
    const secret = await change((store) => rotateSecret(store, 'webhook', project.id, key));
    const url = `${deps.publicUrl()}/v1/webhooks/${project.id}`;
    return { url, secret, expiresAt: iso(key?.expiresAt ?? null) };
  },
});

const removeRoute = route({
  ...shared,
  method: 'delete',
  summary: 'Delete the webhook secrets at once',
  action: 'webhook.delete',
  async handle({ admission: { project }, note, change }) {
    note({ target: { kind: 'project', id: project.id, name: project.name } });
    await change((store) => removeSecret(store, 'webhook', project.id));
  },
});

export const webhookRoutes = [makeRoute, removeRoute];
