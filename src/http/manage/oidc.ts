import { z } from '@hono/zod-openapi';
import { signInByOidc } from '../../accounts/sign-in-by-oidc.ts';
import type { Config } from '../../config.ts';
import { asDocentError, DocentError } from '../../errors.ts';
import type { Route } from '../route.ts';
import { readCookie, setCookie } from '../session-cookie.ts';
import { pageUrl } from './page-url.ts';
import { identify, loadClient, namesGroups, openProvider } from './identity-provider.ts';
import { openSession } from './session-routes.ts';

const cookieName = '__Host-docent-oidc';
const minutes = 10;
const callbackPath = '/manage/v1/oidc/callback';

/** The state of a sign-in, kept in the browser that started it, so that no other browser can finish it. */
const started = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
});

/** Only paths on this server: `//evil.example` and `/\evil.example` are addresses of other hosts. */
const ownPath = z
  .string()
  .max(1_000)
  .regex(/^\/(?![/\\])[\x21-\x7e]*$/)
  .catch('/');
const startFilter = z.object({ returnTo: ownPath.default('/').openapi({ type: 'string' }) });

const startRoute: Route<undefined, 'anyone', z.infer<typeof startFilter>> = {
  method: 'get',
  path: '/manage/v1/oidc/start',
  summary: 'Sign in at the identity provider',
  tag: 'Sign-in',
  scope: 'anyone',
  key: 'none',
  filter: startFilter,
  success: { status: 302, description: 'To the identity provider.' },
  async handle({ deps, filter, request, headers }) {
    const { client } = await openProvider(requireOidc(deps.config));
    const oidc = await loadClient();
    const verifier = oidc.randomPKCECodeVerifier();
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
    const kept = JSON.stringify({ state, nonce, verifier, returnTo: filter.returnTo });
    headers['set-cookie'] = setCookie(cookieName, Buffer.from(kept).toString('base64url'), minutes * 60);
    const url = oidc.buildAuthorizationUrl(client, {
      redirect_uri: pageUrl(deps, request, callbackPath),
      scope: `openid email profile${namesGroups(client) ? ' groups' : ''}`,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    return redirect(url.href, headers);
  },
};

const callbackRoute: Route<undefined, 'anyone'> = {
  method: 'get',
  path: callbackPath,
  summary: 'Return from the identity provider',
  tag: 'Sign-in',
  scope: 'anyone',
  key: 'none',
  action: 'session.sign-in',
  success: { status: 302, description: 'A redirect to the first page, or to `/sign-in?error=code`.' },
  async handle(call) {
    const { deps, request, headers } = call;
    const takeAway = setCookie(cookieName, '', 0);
    try {
      const settings = requireOidc(deps.config);
      const { returnTo, ...begun } = readStarted(readCookie(request, cookieName));
      const url = new URL(pageUrl(deps, request, request.url ?? ''));
      const user = await signInByOidc(deps.store, await identify(settings, url, begun));
      await call.change((store) => openSession(call, store, user));
      return redirect(returnTo, headers, takeAway);
    } catch (thrown) {
      const error = asDocentError(thrown);
      deps.log.warn({ requestId: call.requestId, error: error.cause ?? error }, 'sign-in elsewhere failed');
      return redirect(`/sign-in?error=${error.code}`, headers, takeAway);
    }
  },
};

function requireOidc({ oidc }: Config): NonNullable<Config['oidc']> {
  if (oidc !== null) return oidc;
  throw new DocentError('not_found', 'This server has no identity provider. Sign in with a password.');
}

function readStarted(cookie: string | undefined): z.infer<typeof started> {
  try {
    return started.parse(JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString()));
  } catch (cause) {
    throw new DocentError('wrong_credentials', 'The sign-in took too long. Please try again.', { cause });
  }
}

function redirect(location: string, headers: Record<string, string>, ...cookies: string[]): Response {
  const { 'set-cookie': session, ...rest } = headers;
  // Two cookies need two headers. `headers` are set again later and would replace both.
  delete headers['set-cookie'];
  const answer = new Response(null, {
    status: 302,
    headers: { ...rest, location, 'cache-control': 'no-store' },
  });
  for (const cookie of [session ?? [], cookies].flat()) answer.headers.append('set-cookie', cookie);
  return answer;
}

export const oidcRoutes = [startRoute, callbackRoute];
