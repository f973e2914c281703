import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { organizationQueries, sessionQuery } from '../api/queries.ts';
import { request, RequestError } from '../api/request.ts';
import type { InvitationRead } from '../../../../src/protocol/manage/invitation-schema.ts';
import type { Session } from '../../../../src/protocol/manage/session-schema.ts';
import { FrontPage } from '../layout/front-page.tsx';
import { LinkButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { firstQuestion } from './playground/first-question.ts';
import { Form, textOf } from '../ui/form.tsx';
import { Bone, ErrorText } from '../ui/states.tsx';

/** For set-up links and invitations: the token is in the fragment, which browsers do not send to servers. */
export function InvitationPage() {
  const [token] = useState(() => location.hash.slice(1));
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => request<InvitationRead>('POST', '/manage/v1/invitation/read', { token }),
    retry: false,
    staleTime: Infinity,
  });
  if (invitation.isPending) {
    return (
      <FrontPage title="One moment">
        <Bone className="h-40" />
      </FrontPage>
    );
  }
  if (invitation.data === undefined) {
    const isOver = invitation.error instanceof RequestError && invitation.error.status === 404;
    return (
      <FrontPage
        title="This link does not work"
        about={
          isOver ? 'It was used, has expired or was withdrawn. Ask whoever sent it for a new one.' : undefined
        }
      >
        {!isOver && <ErrorText error={invitation.error} />}
        <div className="grid">
          <LinkButton to="/sign-in">Sign in instead</LinkButton>
        </div>
      </FrontPage>
    );
  }
  return <Accept token={token} invitation={invitation.data} />;
}

function Accept({ token, invitation }: { token: string; invitation: InvitationRead }) {
  const { kind, organization, email, knownUser, role } = invitation;
  const { data: session } = useQuery(sessionQuery);
  const client = useQueryClient();
  const router = useRouter();
  const signedIn = knownUser && session?.user?.email === email;

  const accept = async (fields: FormData) => {
    const password = fields.get('password') ?? undefined;
    const body = { token, name: textOf(fields, 'name'), email: textOf(fields, 'email'), password };
    const session = await request<Session>('POST', '/manage/v1/invitation/accept', body);
    client.setQueryData(sessionQuery.queryKey, session);
    const org = organization.slug;
    const { pages } = await client.fetchInfiniteQuery(organizationQueries(org).projects);
    const first = pages[0]?.items[0];
    // Who sets the server up asks their own docs first.
    if (kind === 'setup' && first !== undefined && first.currentDeploymentId !== null)
      await router.navigate({
        to: '/$org/$domain/playground',
        params: { org, domain: first.domain },
        search: { question: firstQuestion(first) },
        replace: true,
      });
    else await router.navigate({ to: '/$org', params: { org }, replace: true });
  };
  return (
    <FrontPage
      title={kind === 'setup' ? 'Welcome to Docent' : `Join ${organization.name}`}
      about={kind === 'setup' ? 'Create the owner account.' : `You were invited as ${role}.`}
    >
      <Form submit={accept} label={kind === 'setup' ? 'Create account' : 'Join'} wide>
        {!knownUser && (
          <TextField label="Your name" name="name" autoComplete="name" required autoFocus maxLength={100} />
        )}
        {email === null ? (
          <TextField label="E-mail" name="email" type="email" autoComplete="username" required />
        ) : (
          <TextField label="E-mail" type="email" autoComplete="username" defaultValue={email} readOnly />
        )}
        {!signedIn && (
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete={knownUser ? 'current-password' : 'new-password'}
            minLength={knownUser ? undefined : 12}
            maxLength={256}
            hint={knownUser ? 'Of the account that you have here.' : 'At least 12 characters.'}
            required
          />
        )}
      </Form>
    </FrontPage>
  );
}
