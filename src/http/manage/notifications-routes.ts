import type { z } from '@hono/zod-openapi';
import { issuerOf } from '../../accounts/issuer-of.ts';
import { waysOf } from '../../notify/notify.ts';
import { changeNotifications, readNotifications } from '../../notify/settings.ts';
import {
  notificationChanges,
  notificationsSchema,
  notificationTestSchema,
} from '../../protocol/manage/notifications-schema.ts';
import type { Route } from '../route.ts';
import { answerOf, bodyOf } from './answer-of.ts';

const shared = { tag: 'Notifications', scope: 'organization', key: 'admin' } as const;
const path = '/manage/v1/organizations/{organization}/notifications';

const getAnswer = answerOf(notificationsSchema, 'The notifications of the organization.');

const getRoute: Route<undefined, 'organization'> = {
  ...shared,
  method: 'get',
  path,
  summary: 'Get the notification settings',
  role: 'admin',
  success: getAnswer,
  async handle({ deps, admission: { organization }, headers }) {
    const { emails, webhookUrl, weekly, alerts } = await readNotifications(deps.store, organization.id);
    const mail = deps.notify.mail !== null;
    return getAnswer.json({ emails, webhookUrl, weekly, alerts, mail, secret: null }, headers);
  },
};

const changeAnswer = answerOf(
  notificationsSchema,
  'The new settings; for a new webhook address, with its secret.',
);

const changeRoute: Route<z.infer<typeof notificationChanges>, 'organization'> = {
  ...shared,
  method: 'patch',
  path,
  summary: 'Change the notification settings',
  body: bodyOf(notificationChanges),
  action: 'notifications.update',
  success: changeAnswer,
  async handle({ deps, admission: { organization, key }, body, headers, note, change }) {
    const secret = await change(async (store) => {
      note({ details: body });
      return changeNotifications(store, organization.id, body, await issuerOf(store, key));
    });
    return changeAnswer.json({ ...body, mail: deps.notify.mail !== null, secret }, headers);
  },
};

const testAnswer = answerOf(notificationTestSchema, 'What became of each.');

const testRoute: Route<undefined, 'organization'> = {
  ...shared,
  method: 'post',
  path: `${path}/test`,
  summary: 'Send a test message on every channel',
  action: 'notifications.test',
  success: testAnswer,
  async handle({ deps, admission: { organization }, headers }) {
    const wanted = await readNotifications(deps.store, organization.id);
    const sent = [];
    for (const { name: to, send } of waysOf(deps.notify, wanted)) {
      const error = await send({
        type: 'test',
        subject: `Docent reaches you from ${organization.name}`,
        text: 'This is the test message that you asked for.',
        url: `${deps.publicUrl()}/${organization.slug}/-/organization`,
      }).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : 'It was not sent.'),
      );
      sent.push({ to, ok: error === null, message: error ?? '' });
    }
    return testAnswer.json({ sent }, headers);
  },
};

export const notificationRoutes = [getRoute, changeRoute, testRoute];
