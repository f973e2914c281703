import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import type {
  Notifications,
  NotificationTest,
} from '../../../../src/protocol/manage/notifications-schema.ts';
import { useOrganization } from '../layout/where.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyValue } from '../ui/copy.tsx';
import { Switch, TextArea, TextField } from '../ui/field.tsx';
import { Form, linesOf, textOf } from '../ui/form.tsx';
import { Bone, ErrorText, Note } from '../ui/states.tsx';
import { useAction } from '../ui/use-action.ts';

/** The recipients of the weekly digest and of alerts. */
export function NotificationsCard() {
  const { queries } = useOrganization();
  const { data, error } = useQuery(queries.notifications);
  return (
    <Card title="Digest and alerts">
      {data === undefined ? (
        <>
          <ErrorText error={error} />
          {error === null && <Bone className="h-40" />}
        </>
      ) : (
        <NotificationsForm wanted={data} />
      )}
    </Card>
  );
}

function NotificationsForm({ wanted }: { wanted: Notifications }) {
  const { slug, queries } = useOrganization();
  const client = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const path = `/manage/v1/organizations/${slug}/notifications`;
  const save = async (fields: FormData) => {
    const saved = await request<Notifications>('PATCH', path, {
      emails: linesOf(fields, 'emails'),
      webhookUrl: textOf(fields, 'webhookUrl') ?? null,
      weekly: fields.has('weekly'),
      alerts: fields.has('alerts'),
    });
    setSecret(saved.secret);
    client.setQueryData(queries.notifications.queryKey, { ...saved, secret: null });
    return { text: 'Saved.' };
  };
  const tried = useAction(async () => {
    const { sent } = await request<NotificationTest>('POST', `${path}/test`);
    const failed = sent.filter(({ ok }) => !ok).map(({ to, message }) => `${to}: ${message}`);
    if (failed.length > 0) return { text: `Not sent. ${failed.join(' ')}` };
    return { text: sent.length === 0 ? 'There is nobody to tell yet.' : 'A message is on its way to each.' };
  });
  return (
    <div className="grid gap-4">
      <p className="text-sm text-soft">
        Each week: questions, answers, what was asked most, open gaps. Right away: rising gaps, credits that
        run low, failed deployments, keys about to expire.
      </p>
      {!wanted.mail && (
        <Note tone="warn">
          This server sends no mail yet. Whoever runs it sets{' '}
          <code className="font-mono">DOCENT_SMTP_URL</code> and{' '}
          <code className="font-mono">DOCENT_MAIL_FROM</code>.
        </Note>
      )}
      <Form
        submit={save}
        label="Save"
        beside={
          <Button busy={tried.busy} onClick={() => tried.run()}>
            Send a test
          </Button>
        }
      >
        <TextArea
          label="E-mail to"
          name="emails"
          rows={2}
          defaultValue={wanted.emails.join('\n')}
          hint="Members’ addresses, one per line."
        />
        <TextField
          label="Webhook"
          name="webhookUrl"
          type="url"
          defaultValue={wanted.webhookUrl ?? ''}
          hint="Receives the same as JSON, signed as in Standard Webhooks."
        />
        <Switch label="Weekly digest" name="weekly" defaultChecked={wanted.weekly} />
        <Switch label="Alerts" name="alerts" defaultChecked={wanted.alerts} />
      </Form>
      <ErrorText error={tried.error} />
      {secret !== null && (
        <Note tone="accent">
          The webhook’s secret. Save it now; it won’t be shown again:
          <CopyValue value={secret} label="the secret" />
        </Note>
      )}
    </div>
  );
}
