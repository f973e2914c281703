import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../api/format.ts';
import { sessionQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { OpenSession, Session, Connection } from '../../../../src/protocol/manage/session-schema.ts';
import { useSession } from '../layout/where.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { Note } from '../ui/states.tsx';

const path = '/manage/v1/connections';

/** The MCP clients that the person let in, each with a button to end it. */
function ConnectionsCard() {
  const client = useQueryClient();
  const queryKey = ['connections'];
  const { data } = useQuery({ queryKey, queryFn: () => request<{ items: Connection[] }>('GET', path) });
  const end = async (id: string) => {
    await request('DELETE', `${path}/${id}`);
    await client.invalidateQueries({ queryKey });
  };
  const items = data?.items ?? [];
  return (
    <Card title="Connected programs">
      {items.length === 0 ? (
        <p className="text-sm text-soft">No MCP client reads docs in your name.</p>
      ) : (
        <ul className="grid w-full gap-3 text-sm">
          {items.map(({ id, client: name, project, createdAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3">
              <span className="min-w-0 break-words">
                {name}
                <span className="text-soft">
                  {' '}
                  reads {project.name}, allowed {formatDateTime(createdAt)}
                </span>
              </span>
              <Button onClick={() => void end(id)}>Disconnect</Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function AccountPage() {
  const { user } = useSession();
  const client = useQueryClient();
  const [saved, setSaved] = useState<string>();
  const change = async (body: object, saved: string) => {
    client.setQueryData(sessionQuery.queryKey, await request<Session>('PATCH', '/manage/v1/user', body));
    setSaved(saved);
  };
  const signOutEverywhere = async () => {
    await request('DELETE', '/manage/v1/sessions');
    location.assign('/sign-in');
  };
  if (user === null) return null;
  return (
    <main>
      <Page
        title="Your account"
        about={user.email}
        actions={<LinkButton to="/">Back to the dashboard</LinkButton>}
      >
        <div role="status" className="empty:absolute">
          {saved !== undefined && <Note tone="accent">{saved}</Note>}
        </div>
        <Card title="Name">
          <Form
            submit={(fields) => change({ name: textOf(fields, 'name') }, 'Your name was changed.')}
            label="Save"
          >
            <TextField label="Name" name="name" defaultValue={user.name} required maxLength={100} />
          </Form>
        </Card>
        {user.hasPassword && (
          <Card title="Password">
            <Form
              submit={(fields) =>
                change(
                  { password: { current: fields.get('current'), new: fields.get('new') } },
                  'Your password was changed. All other sessions were signed out.',
                )
              }
              label="Change the password"
            >
              <TextField
                label="Current password"
                name="current"
                type="password"
                autoComplete="current-password"
                required
              />
              <TextField
                label="New password"
                name="new"
                type="password"
                autoComplete="new-password"
                minLength={12}
                maxLength={256}
                hint="At least 12 characters."
                required
              />
            </Form>
          </Card>
        )}
        <ConnectionsCard />
        <Card title="Sessions">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <OpenSessions />
            <p className="text-sm text-soft">
              Ends all your sessions, on this device too, and disconnects all programs.
            </p>
            <ConfirmButton
              label="Sign out everywhere"
              title="Sign out everywhere?"
              action={signOutEverywhere}
            >
              You will have to sign in again on each device.
            </ConfirmButton>
          </div>
        </Card>
      </Page>
    </main>
  );
}

const sessionsPath = '/manage/v1/sessions';

/** The person's sessions, each with a button to end it. */
function OpenSessions() {
  const client = useQueryClient();
  const queryKey = ['sessions'];
  const { data } = useQuery({
    queryKey,
    queryFn: () => request<{ items: OpenSession[] }>('GET', sessionsPath),
  });
  const end = async (id: string) => {
    await request('DELETE', `${sessionsPath}/${id}`);
    await client.invalidateQueries({ queryKey });
  };
  return (
    <ul className="grid w-full gap-3 text-sm">
      {(data?.items ?? []).map(({ id, current, ip, userAgent, lastSeenAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-3">
          <span className="min-w-0 break-words">
            {current ? 'This session' : (userAgent ?? 'Unknown browser')}
            <span className="text-soft">
              {' '}
              from {ip ?? 'an unknown address'}, last used {formatDateTime(lastSeenAt)}
            </span>
          </span>
          {!current && <Button onClick={() => void end(id)}>End</Button>}
        </li>
      ))}
    </ul>
  );
}
