import { parseJson } from '../lib/parse-json.ts';
import { z } from '@hono/zod-openapi';
import { noticeEvent } from '../agent/triggers/notice-event.ts';
import { noticeQuestion } from '../channels/notice-question.ts';
import { receiveWebhook } from '../deployments/receive-webhook.ts';
import { wakePullRequests } from '../store/pull-request-work.ts';
import { answerOf, route } from './json-route.ts';
import { readBytes } from './read-body.ts';
import { json } from './respond.ts';

/** Pushes of thousands of commits come near it; the forge’s own limit, 25 MB, is for other events. */
const maxBytes = 5 * 1024 ** 2;

const resultSchema = z
  .object({
    action: z.enum(['deploy', 'preview', 'preview_deleted', 'none']),
    statusId: z.string().nullable().describe('The id of the deployment that it started.'),
    message: z.string(),
  })
  .openapi('WebhookResult');

/** `POST /v1/webhooks/{projectId}`: a forge's webhook. The signature is the only credential. */
export const webhookRoute = route({
  method: 'post',
  path: '/v1/webhooks/{projectId}',
  summary: 'Receive a webhook of GitHub, GitLab, Gitea or Forgejo',
  tag: 'Deployments',
  scope: 'anyone',
  key: 'none',
  limit: 'webhook',
  success: answerOf(
    resultSchema,
    'Accepted; `action` says what was done. 202 when a deployment was started.',
  ),
  errors: ['invalid_signature', 'invalid_json', 'body_too_large', 'rate_limited'],
  async handle({ deps, param, request, headers, note, clientIp }) {
    const body = await readBytes(request, maxBytes);
    const { project, forge, action, statusId, message } = await receiveWebhook(
      deps,
      param('projectId'),
      {
        headers: request.headers,
        body,
        parse: parseJson,
        clientIp,
      },
      {
        code: (about, event) => noticeEvent(deps.store, about, event),
        asked: (about, event) => noticeQuestion(deps, about, event),
      },
    );
    await wakePullRequests(deps.store, project.id);
    if (action !== 'none') {
      note({
        action: `webhook.${action}`,
        organizationId: project.organizationId,
        projectId: project.id,
        actor: { kind: 'system', id: null, name: `${forge} webhook` },
        details: { statusId },
      });
    }
    return json<z.output<typeof resultSchema>>(
      statusId === null ? 200 : 202,
      { action, statusId, message },
      headers,
    );
  },
});
