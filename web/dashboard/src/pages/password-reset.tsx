import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { sessionQuery } from '../api/queries.ts';
import { request, RequestError } from '../api/request.ts';
import { FrontPage } from '../layout/front-page.tsx';
import { LinkButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { toast } from '../ui/toast.tsx';

const command = <code className="font-mono text-ink">docent users password EMAIL</code>;

/** Asks for a link to a new password; where no mail is sent, it names the operator's command. */
export function ForgotPasswordPage() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const [sentTo, setSentTo] = useState<string>();
  const send = async (fields: FormData) => {
    const email = String(fields.get('email'));
    await request('POST', '/manage/v1/password-reset', { email });
    setSentTo(email);
  };
  return (
    <FrontPage title="Forgot your password?">
      <div className="grid gap-4">
        {!session.mail && (
          <p className="text-sm text-soft">
            This server sends no mail. Ask whoever runs it for a new password: {command}.
          </p>
        )}
        {session.mail && sentTo === undefined && (
          <Form submit={send} label="Email me a link" wide>
            <TextField label="E-mail" name="email" type="email" autoComplete="username" required autoFocus />
          </Form>
        )}
        <div role="status" className="grid gap-3 text-sm text-soft empty:hidden">
          {sentTo !== undefined && (
            <>
              <p>
                If <strong className="break-words text-ink">{sentTo}</strong> has an account, a link is on its
                way. It works once, for an hour.
              </p>
              <p>No mail? Look in your spam folder, or ask whoever runs this server: {command}.</p>
            </>
          )}
        </div>
        <LinkButton to="/sign-in">Back to sign-in</LinkButton>
      </div>
    </FrontPage>
  );
}

/** Where the link of the mail leads: the token is in the fragment, which browsers do not send to servers. */
export function NewPasswordPage() {
  const [token] = useState(() => location.hash.slice(1));
  const [isOver, setIsOver] = useState(token === '');
  const router = useRouter();
  const save = async (fields: FormData) => {
    try {
      await request('POST', '/manage/v1/password-reset/complete', {
        token,
        password: fields.get('password'),
      });
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 404) throw error;
      setIsOver(true);
      return;
    }
    toast('Your password was changed. Sign in with it.');
    await router.navigate({ to: '/sign-in', replace: true });
  };
  if (isOver)
    return (
      <FrontPage title="This link does not work" about="It was used or has expired.">
        <div className="grid">
          <LinkButton to="/sign-in/forgot">Get a new link</LinkButton>
        </div>
      </FrontPage>
    );
  return (
    <FrontPage title="Choose a new password" about="You will be signed out everywhere.">
      <Form submit={save} label="Change password" wide>
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={12}
          maxLength={256}
          hint="At least 12 characters."
          required
          autoFocus
        />
      </Form>
    </FrontPage>
  );
}
