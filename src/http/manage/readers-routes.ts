import { z } from '@hono/zod-openapi';
import { removeSecret, rotateSecret } from '../../accounts/project-secret.ts';
import type { Route } from '../route.ts';
import { iso } from '../page-filter.ts';
import { expiresWithKey } from '../../protocol/manage/shared-fields.ts';
import { answerOf, done, noContent } from './answer-of.ts';

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

const makeAnswer = answerOf(secretSchema, 'The new secret.', 201);

const makeRoute: Route<undefined> = {
  ...shared,
  method: 'post',
  summary: 'Create a reader secret; the previous one stays valid for a day',
  action: 'reader-secret.create',
  success: makeAnswer,
  async handle({ admission: { project, key }, headers, note, change }) {
    note({ target: { kind: 'project', id: project.id, name: project.name } });
    const secret = await change((store) => rotateSecret(store, 'reader', project.id, key));
    return makeAnswer.json({ secret, expiresAt: iso(key?.expiresAt ?? null) }, headers);
  },
};

const removeRoute: Route<undefined> = {
  ...shared,
  method: 'delete',
  summary: 'Delete the reader secrets at once',
  action: 'reader-secret.delete',
  success: noContent,
  async handle({ admission: { project }, headers, note, change }) {
    note({ target: { kind: 'project', id: project.id, name: project.name } });
    await change((store) => removeSecret(store, 'reader', project.id));
    return done(headers);
  },
};

export const readerRoutes = [makeRoute, removeRoute];
