import { issuerOf } from '../../accounts/issuer-of.ts';
import { waysOf } from '../../notify/notify.ts';
import { changeNotifications, readNotifications } from '../../notify/settings.ts';
import {
  notificationChanges,
  notificationsSchema,
  notificationTestSchema,
} from '../../protocol/manage/notifications-schema.ts';
import { answerOf, bodyOf, route } from '../json-route.ts';

const shared = { tag: 'Notifications', scope: 'organization', key: 'admin' } as const;
const path = '/manage/v1/organizations/{organization}/notifications';

const getRoute = route({
  ...shared,
  method: 'get',
  path,
  summary: 'Get the notification settings',
  role: 'admin',
  success: answerOf(notificationsSchema, 'The notifications of the organization.'),
  async handle({ deps, admission: { organization } }) {
    const { emails, webhookUrl, weekly, alerts } = await readNotifications(deps.store, organization.id);
    const mail = deps.notify.mail !== null;
    return { emails, webhookUrl, weekly, alerts, mail, secret: null };
  },
});

const changeRoute = route({
  ...shared,
  method: 'patch',
  path,
  summary: 'Change the notification settings',
  body: bodyOf(notificationChanges),
  action: 'notifications.update',
  success: answerOf(notificationsSchema, 'The new settings; for a new webhook address, with its secret.'),
  async handle({ deps, admission: { organization, key }, body, note, change }) {
    const secret = await change(async (store) => {
      note({ details: body });
      return changeNotifications(store, organization.id, body, await issuerOf(store, key));
    });
    return { ...body, mail: deps.notify.mail !== null, secret };
  },
});

const testRoute = route({
  ...shared,
  method: 'post',
  path: `${path}/test`,
  summary: 'Send a test message on every channel',
  action: 'notifications.test',
  success: answerOf(notificationTestSchema, 'What became of each.'),
  async handle({ deps, admission: { organization } }) {
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
    return { sent };
  },
});

export const notificationRoutes = [getRoute, changeRoute, testRoute];
