import { z } from '@hono/zod-openapi';

const wanted = {
  emails: z.array(z.email().max(320)).max(50).describe('Addresses of members.'),
  webhookUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullable(),
  weekly: z.boolean().describe('The digest of the week.'),
  alerts: z.boolean(),
};

export const notificationChanges = z.object(wanted).openapi('NotificationChanges');

export const notificationsSchema = z
  .object({
    ...wanted,
    mail: z.boolean().describe('Whether this server sends mail.'),
    secret: z.string().nullable().describe('The secret that signs webhooks; shown only when new.'),
  })
  .openapi('Notifications');
export type Notifications = z.output<typeof notificationsSchema>;

export const notificationTestSchema = z
  .object({
    sent: z.array(
      z.object({ to: z.string(), ok: z.boolean(), message: z.string().describe('What went wrong.') }),
    ),
  })
  .openapi('NotificationTest');
export type NotificationTest = z.output<typeof notificationTestSchema>;
