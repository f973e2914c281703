import { z } from '@hono/zod-openapi';
import { removeSecret, rotateSecret } from '../../accounts/project-secret.ts';
import { expiresWithKey } from '../../protocol/manage/shared-fields.ts';
import type { Deps } from '../deps.ts';
import { answerOf, route } from '../json-route.ts';
import { iso } from '../page-filter.ts';

const secret = z.string().describe('Shown only once. The site’s backend signs reader tokens with it.');
const readerSecret = z.object({ secret, expiresAt: expiresWithKey }).openapi('ReaderSecret');

const webhook = z
  .object({
    url: z.string().describe('Where the forge is to send pushes, as JSON.'),
    secret: z.string().describe('Shown this once.'),
    expiresAt: expiresWithKey,
  })
  .openapi('Webhook');

type Made = { projectId: string; secret: string; expiresAt: string | null };

/** Makes and deletes a secret that a project shares with another server. */
function secretRoutes<Shape extends z.ZodType>(
  kind: 'reader' | 'webhook',
  { tag, name, schema, made }: { tag: string; name: string; schema: Shape; made: string },
  show: (deps: Deps, secret: Made) => z.output<Shape>,
) {
  const shared = { tag, key: 'admin', path: `/manage/v1/projects/{projectId}/${name}` } as const;
  return [
    route({
      ...shared,
      method: 'post',
      summary: `Create a ${kind} secret; the previous one stays valid for a day`,
      action: `${name}.create`,
      success: answerOf(schema, made, 201),
      async handle({ deps, admission: { project, key }, note, change }) {
        note({ target: { kind: 'project', id: project.id, name: project.name } });
        const secret = await change((store) => rotateSecret(store, kind, project.id, key));
        return show(deps, { projectId: project.id, secret, expiresAt: iso(key?.expiresAt ?? null) });
      },
    }),
    route({
      ...shared,
      method: 'delete',
      summary: `Delete the ${kind} secrets at once`,
      action: `${name}.delete`,
      async handle({ admission: { project }, note, change }) {
        note({ target: { kind: 'project', id: project.id, name: project.name } });
        await change((store) => removeSecret(store, kind, project.id));
      },
    }),
  ];
}

export const readerRoutes = secretRoutes(
  'reader',
  { tag: 'Projects', name: 'reader-secret', schema: readerSecret, made: 'The new secret.' },
  (_deps, { secret, expiresAt }) => ({ secret, expiresAt }),
);

export const webhookRoutes = secretRoutes(
  'webhook',
  { tag: 'Deployments', name: 'webhook', schema: webhook, made: 'The address and the new secret.' },
  (deps, { projectId, ...made }) => ({ url: `${deps.publicUrl()}/v1/webhooks/${projectId}`, ...made }),
);
