import { z } from '@hono/zod-openapi';
import { removeSecret, rotateSecret } from '../../accounts/project-secret.ts';
import type { Route } from '../route.ts';
import { iso } from '../page-filter.ts';
import { expiresWithKey } from '../../protocol/manage/shared-fields.ts';
import { answerOf, done, noContent } from './answer-of.ts';

const shared = { tag: 'Deployments', key: 'admin', path: '/manage/v1/projects/{projectId}/webhook' } as const;

const webhookSchema = z
  .object({
    url: z.string().describe('Where the forge is to send pushes, as JSON.'),
    secret: z.string().describe('Shown this once.'),
    expiresAt: expiresWithKey,
  })
  .openapi('Webhook');

const makeAnswer = answerOf(webhookSchema, 'The address and the new secret.', 201);

const makeRoute: Route<undefined> = {
  ...shared,
  method: 'post',
  summary: 'Create a webhook secret; the previous one stays valid for a day',
  action: 'webhook.create',
  success: makeAnswer,
  async handle({ deps, admission: { project, key }, headers, note, change }) {
    note({ target: { kind: 'project', id: project.id, name: project.name } });
    const secret = await change((store) => rotateSecret(store, 'webhook', project.id, key));
    const url = `${deps.publicUrl()}/v1/webhooks/${project.id}`;
    return makeAnswer.json({ url, secret, expiresAt: iso(key?.expiresAt ?? null) }, headers);
  },
};

const removeRoute: Route<undefined> = {
  ...shared,
  method: 'delete',
  summary: 'Delete the webhook secrets at once',
  action: 'webhook.delete',
  success: noContent,
  async handle({ admission: { project }, headers, note, change }) {
    note({ target: { kind: 'project', id: project.id, name: project.name } });
    await change((store) => removeSecret(store, 'webhook', project.id));
    return done(headers);
  },
};

export const webhookRoutes = [makeRoute, removeRoute];
