import { z } from '@hono/zod-openapi';
import { removeSecret, rotateSecret } from '../../accounts/project-secret.ts';
import { iso } from '../page-filter.ts';
import { expiresWithKey } from '../../protocol/manage/shared-fields.ts';
import { answerOf, route } from '../json-route.ts';

const shared = {
  tag: 'Projects',
  key: 'admin',
  path: '/manage/v1/projects/{projectId}/reader-secret',
} as const;

const secretSchema = z
  .object({
    secret: z.string().describe('Shown only once. The site’s backend signs reader tokens with it.'),
    expiresAt: expiresWithKey,
  })
  .openapi('ReaderSecret');

const makeRoute = route({
  ...shared,
  method: 'post',
  summary: 'Create a reader secret; the previous one stays valid for a day',
  action: 'reader-secret.create',
  success: answerOf(secretSchema, 'The new secret.', 201),
  async handle({ admission: { project, key }, note, change }) {
    note({ target: { kind: 'project', id: project.id, name: project.name } });
    const secret = await change((store) => rotateSecret(store, 'reader', project.id, key));
    return { secret, expiresAt: iso(key?.expiresAt ?? null) };
  },
});

const removeRoute = route({
  ...shared,
  method: 'delete',
  summary: 'Delete the reader secrets at once',
  action: 'reader-secret.delete',
  async handle({ admission: { project }, note, change }) {
    note({ target: { kind: 'project', id: project.id, name: project.name } });
    await change((store) => removeSecret(store, 'reader', project.id));
  },
});

export const readerRoutes = [makeRoute, removeRoute];
