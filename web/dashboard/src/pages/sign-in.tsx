import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { sessionQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { Session } from '../../../../src/protocol/manage/session-schema.ts';
import { FrontPage } from '../layout/front-page.tsx';
import { buttonLook } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Note } from '../ui/states.tsx';

export function SignInPage() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { to, error } = useSearch({ from: '/sign-in' });
  const client = useQueryClient();
  const router = useRouter();
  const target = ownPath(to);

  if (session.needsSetup) {
    return (
      <FrontPage title="Set up Docent" about="Nobody has an account here yet.">
        <p className="text-sm text-soft">
          Open the set-up link that the server printed when it started. It works once, for an hour. Start the
          server again to get a new one.
        </p>
      </FrontPage>
    );
  }
  const signIn = async (fields: FormData) => {
    const session = await request<Session>('POST', '/manage/v1/session', Object.fromEntries(fields));
    client.setQueryData(sessionQuery.queryKey, session);
    await router.navigate({ to: target, replace: true });
  };
  return (
    <FrontPage title="Sign in">
      <div className="grid gap-4">
        {!window.isSecureContext && (
          <Note tone="warn">
            This address is not secure, so your browser will not keep you signed in. Use https, or localhost.
          </Note>
        )}
        {error !== undefined && (
          <Note tone="bad">
            Signing in with {session.oidc?.name ?? 'your provider'} did not work. Please try again.
          </Note>
        )}
        {session.oidc !== null && (
          <>
            <a
              href={`/manage/v1/oidc/start?returnTo=${encodeURIComponent(target)}`}
              className={buttonLook('plain')}
            >
              Continue with {session.oidc.name}
            </a>
            <p className="text-center text-xs text-faint">or</p>
          </>
        )}
        <Form submit={signIn} label="Sign in" wide>
          <TextField label="E-mail" name="email" type="email" autoComplete="username" required autoFocus />
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
        </Form>
        <Link to="/sign-in/forgot" className="w-fit text-sm text-soft underline">
          Forgot password?
        </Link>
      </div>
    </FrontPage>
  );
}

/** A path of this dashboard; the home page for anything else, such as an address of another site. */
function ownPath(to: string | undefined): string {
  return to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/';
}
