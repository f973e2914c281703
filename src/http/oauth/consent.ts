import type { Provider } from 'oidc-provider';
import { recordAuditEvent } from '../../accounts/audit-event.ts';
import { clientName } from '../../accounts/oauth/connections.ts';
import { docsScope, domainOf } from '../../accounts/oauth/docs-resource.ts';
import { countArrival } from '../../accounts/rate-limits.ts';
import { findSignedIn, startSession } from '../../accounts/session.ts';
import { checkCredentials } from '../../accounts/sign-in.ts';
import { asDocentError, DocentError } from '../../errors.ts';
import { listMemberships } from '../../store/members.ts';
import { findProjectByDomain, type Project } from '../../store/projects.ts';
import type { User } from '../../store/users.ts';
import { consumerOf } from '../admit-request.ts';
import { clientOf } from '../client-of.ts';
import type { Deps } from '../deps.ts';
import { countSignIn } from '../manage/session-routes.ts';
import type { HttpContext } from '../route.ts';
import { refuseOtherSites, sessionCookie, sessionSecret } from '../session-cookie.ts';
import { type Asked, consentHeaders, consentPage, signInPage } from './consent-page.ts';
import { asPublic } from './hand-over.ts';

const maxForm = 4_096;

type Consent = {
  provider: Provider;
  details: Awaited<ReturnType<Provider['interactionDetails']>>;
  project: Project;
  resource: string;
  asked: Asked;
};

/** `GET /oauth/consent/{uid}`: asks a person to sign in, and then whether the client may read the docs. */
export async function showConsent(c: HttpContext, deps: Deps): Promise<Response> {
  const consent = await findConsent(c, deps);
  const signedIn = await findSignedIn(deps.store, sessionSecret(c.env.incoming));
  return answer(c, deps, consent, signedIn?.user ?? null);
}

/** `POST /oauth/consent/{uid}`: signs in, allows or denies. */
export async function decideConsent(c: HttpContext, deps: Deps): Promise<Response> {
  const { incoming, outgoing } = c.env;
  refuseOtherSites(incoming);
  const consent = await findConsent(c, deps);
  const form = await readForm(c);
  if (form.get('do') === 'sign-in') return signIn(c, deps, consent, form);
  const { provider, project, resource, details } = consent;
  if (form.get('do') !== 'allow') {
    const error_description = 'The person said no.';
    return goOn(
      await provider.interactionResult(incoming, outgoing, { error: 'access_denied', error_description }),
    );
  }
  const signedIn = await findSignedIn(deps.store, sessionSecret(incoming));
  if (signedIn === null || !(await mayRead(deps, signedIn.user, project))) return showConsent(c, deps);
  const { id, name } = signedIn.user;
  const clientId = String(details.params['client_id']);
  const grant = new provider.Grant({ accountId: id, clientId });
  grant.addResourceScope(resource, docsScope);
  // What is asked for beside a resource is the same.
  grant.addOIDCScope(String(details.params['scope'] ?? ''));
  const grantId = await grant.save();
  await recordAuditEvent(deps.store, {
    organizationId: project.organizationId,
    projectId: project.id,
    actor: { kind: 'user', id, name },
    action: 'oauth.allow',
    details: { client: consent.asked.client, returnsTo: consent.asked.returnsTo },
    ip: clientOf(c, deps),
  });
  const login = { accountId: id, remember: false };
  return goOn(await provider.interactionResult(incoming, outgoing, { login, consent: { grantId } }));
}

/** @throws DocentError `not_found` when the request has ended, or began in another browser */
async function findConsent(c: HttpContext, deps: Deps): Promise<Consent> {
  const { incoming, outgoing } = c.env;
  await countArrival(deps.store, undefined, consumerOf(deps, clientOf(c, deps), {}));
  const provider = await deps.oauth.provider();
  asPublic(c, deps);
  const details = await provider.interactionDetails(incoming, outgoing).catch(() => undefined);
  const resource = details?.params['resource'];
  const domain = typeof resource === 'string' ? domainOf(deps.publicUrl(), resource) : undefined;
  const project = domain === undefined ? undefined : await findProjectByDomain(deps.store, domain);
  const clientId = String(details?.params['client_id']);
  const client = await provider.Client.find(clientId);
  if (
    details === undefined ||
    details.uid !== c.req.param('uid') ||
    project === undefined ||
    client === undefined
  )
    throw new DocentError('not_found', 'This request has ended. Connect again from your client.');
  requireSafeReturn(new URL(String(details.params['redirect_uri'])));
  const asked: Asked = {
    client: clientName(client.clientName),
    returnsTo: String(details.params['redirect_uri']),
    publishedBy: clientId.startsWith('https://') ? new URL(clientId).host : undefined,
    docs: project.settings.appearance?.name ?? project.name,
  };
  return { provider, details, project, resource: resource as string, asked };
}

/** A code that is sent in the clear can be read on its way. https://www.rfc-editor.org/rfc/rfc9700#section-2.6 */
function requireSafeReturn({ protocol, hostname }: URL): void {
  if (protocol !== 'http:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) return;
  throw new DocentError(
    'invalid_request',
    'This client is sent back over http, which is not safe. It needs https.',
  );
}

async function answer(
  { req }: HttpContext,
  deps: Deps,
  { asked, project }: Consent,
  user: User | null,
  error?: DocentError,
): Promise<Response> {
  const headers = consentHeaders(asked.returnsTo);
  const { oidc: named } = deps.config;
  const path = new URL(deps.publicUrl()).pathname.replace(/\/$/, '') + req.path;
  const address = `../../manage/v1/oidc/start?returnTo=${encodeURIComponent(path)}`;
  const oidc = named && { name: named.name, address };
  const html =
    user === null
      ? signInPage(asked, { oidc, error: error?.message })
      : consentPage(asked, { email: user.email, mayRead: await mayRead(deps, user, project) });
  return new Response(html, { status: error?.status ?? 200, headers });
}

async function signIn(
  c: HttpContext,
  deps: Deps,
  consent: Consent,
  form: URLSearchParams,
): Promise<Response> {
  const { store } = deps;
  const ip = clientOf(c, deps);
  try {
    await countArrival(store, 'sign-in', consumerOf(deps, ip, {}));
    const email = form.get('email') ?? '';
    await countSignIn(deps, email);
    const user = await checkCredentials(store, email, form.get('password') ?? '');
    const secret = await startSession(store, user.id, { ip, userAgent: c.req.header('user-agent') });
    const actor = { kind: 'user', id: user.id, name: user.name } as const;
    for (const { organization } of await listMemberships(store, user.id))
      await recordAuditEvent(store, {
        organizationId: organization.id,
        actor,
        action: 'session.sign-in',
        ip,
      });
    const next = goOn(c.req.path.split('/').at(-1)!);
    next.headers.append('set-cookie', sessionCookie(secret));
    return next;
  } catch (thrown) {
    return answer(c, deps, consent, null, asDocentError(thrown));
  }
}

async function mayRead({ store }: Deps, { id }: User, { organizationId }: Project): Promise<boolean> {
  return (await listMemberships(store, id)).some(({ organization }) => organization.id === organizationId);
}

/** After a form, by a GET. */
function goOn(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

async function readForm({ env: { incoming } }: HttpContext): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of incoming) {
    text += String(chunk);
    if (text.length > maxForm) throw new DocentError('body_too_large', 'This form is too long.');
  }
  return new URLSearchParams(text);
}
