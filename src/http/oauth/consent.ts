import { productName } from '../../store/product-name.ts';
import type { Provider } from 'oidc-provider';
import { recordAuditEvent } from '../../accounts/audit-event.ts';
import { clientName } from '../../accounts/oauth/connections.ts';
import { docsScope, domainOf } from '../../accounts/oauth/docs-resource.ts';
import { countArrival, type LimitName } from '../../accounts/rate-limits.ts';
import { findSignedIn } from '../../accounts/session.ts';
import { checkCredentials } from '../../accounts/sign-in.ts';
import { asDocentError, DocentError } from '../../errors.ts';
import { findProjectOfMember } from '../../store/members.ts';
import { findProjectByDomain, type Project } from '../../store/projects.ts';
import { consumerOf } from '../admit-request.ts';
import { createAuditTrail } from '../audit-trail.ts';
import { clientOf } from '../client-of.ts';
import type { Deps } from '../deps.ts';
import { countSignIn, openSession } from '../manage/session-routes.ts';
import { readBytes } from '../read-body.ts';
import type { HttpContext } from '../route.ts';
import { refuseOtherSites, sessionSecret } from '../session-cookie.ts';
import { type Asked, consentHeaders, consentPage, noAccessPage, signInPage } from './consent-page.ts';
import { asPublic } from './hand-over.ts';

const maxFormBytes = 4_096;

type Consent = {
  provider: Provider;
  clientId: string;
  project: Project;
  resource: string;
  scope: string;
  asked: Asked;
};

/** `GET /oauth/consent/{uid}`: asks a person to sign in, and then whether the client may read the docs. */
export async function showConsent(c: HttpContext, deps: Deps): Promise<Response> {
  await count(c, deps);
  return showPage(c, deps, await findConsent(c, deps));
}

/** `POST /oauth/consent/{uid}`: signs in, allows or denies. */
export async function decideConsent(c: HttpContext, deps: Deps): Promise<Response> {
  const { incoming, outgoing } = c.env;
  await count(c, deps);
  refuseOtherSites(incoming);
  const consent = await findConsent(c, deps);
  const form = new URLSearchParams((await readBytes(incoming, maxFormBytes)).toString());
  const decision = form.get('do');
  if (decision === 'sign-in') return signIn(c, deps, consent, form);
  const result =
    decision === 'allow'
      ? await allow(c, deps, consent, form.get('as'))
      : { error: 'access_denied', error_description: 'The person said no.' };
  if (result === null) return showPage(c, deps, consent);
  return goTo(await consent.provider.interactionResult(incoming, outgoing, result));
}

/** @throws DocentError `not_found` when the request has ended, or began in another browser */
async function findConsent(c: HttpContext, deps: Deps): Promise<Consent> {
  const provider = await deps.oauth.provider();
  asPublic(c, deps);
  const details = await provider.interactionDetails(c.env.incoming, c.env.outgoing).catch(() => undefined);
  const params = stringsOf(details?.params);
  const { client_id: clientId, resource, scope = '', redirect_uri: returnsTo } = params;
  const domain = resource && domainOf(deps.publicUrl(), resource);
  const project = domain ? await findProjectByDomain(deps.store, domain) : undefined;
  const client = clientId ? await provider.Client.find(clientId) : undefined;
  if (details?.uid !== c.req.param('uid') || !project || !client || !clientId || !resource || !returnsTo)
    throw new DocentError('not_found', 'This request has ended. Connect again from your client.');
  requireSafeReturn(new URL(returnsTo));
  const asked: Asked = {
    client: clientName(client.clientName),
    returnsTo,
    publishedBy: clientId.startsWith('https://') ? new URL(clientId).host : undefined,
    docs: productName(project),
  };
  return { provider, clientId, project, resource, scope, asked };
}

function stringsOf(params: Record<string, unknown> = {}): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(params).filter(([, value]) => typeof value === 'string'),
  ) as Record<string, string>;
}

/** A code that is sent in the clear can be read on its way. https://www.rfc-editor.org/rfc/rfc9700#section-2.6 */
function requireSafeReturn({ protocol, hostname }: URL): void {
  if (protocol !== 'http:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) return;
  throw new DocentError(
    'invalid_request',
    'This client is sent back over http, which is not safe. It needs https.',
  );
}

async function showPage(
  c: HttpContext,
  deps: Deps,
  { asked, project }: Consent,
  error?: DocentError,
): Promise<Response> {
  const user = (await findSignedIn(deps.store, sessionSecret(c.env.incoming)))?.user;
  const page = async () => {
    if (user === undefined) return signInPage(asked, { oidc: oidcButton(c, deps), error: error?.message });
    return (await mayRead(deps, user.id, project)) ? consentPage(asked, user) : noAccessPage(asked, user);
  };
  return new Response(await page(), {
    status: error?.status ?? 200,
    headers: consentHeaders(asked.returnsTo),
  });
}

function oidcButton({ req }: HttpContext, { config: { oidc }, publicUrl }: Deps) {
  const here = new URL(publicUrl()).pathname.replace(/\/$/, '') + req.path;
  const address = `../../manage/v1/oidc/start?returnTo=${encodeURIComponent(here)}`;
  return oidc && { name: oidc.name, address };
}

/** The grant, as the library takes it; null when the person whom the page named is not signed in, or is no member. */
async function allow(c: HttpContext, deps: Deps, consent: Consent, named: string | null) {
  const { provider, clientId, project, resource, scope, asked } = consent;
  const signedIn = await findSignedIn(deps.store, sessionSecret(c.env.incoming));
  if (signedIn === null || signedIn.user.id !== named || !(await mayRead(deps, signedIn.user.id, project)))
    return null;
  const { id, name } = signedIn.user;
  const grant = new provider.Grant({ accountId: id, clientId });
  grant.addResourceScope(resource, docsScope);
  // Beside the resource, the same is asked for once more.
  grant.addOIDCScope(scope);
  const grantId = await grant.save();
  await recordAuditEvent(deps.store, {
    organizationId: project.organizationId,
    projectId: project.id,
    actor: { kind: 'user', id, name },
    action: 'oauth.allow',
    details: { client: asked.client, returnsTo: asked.returnsTo },
    ip: clientOf(c, deps),
  });
  return { login: { accountId: id, remember: false }, consent: { grantId } };
}

async function signIn(
  c: HttpContext,
  deps: Deps,
  consent: Consent,
  form: URLSearchParams,
): Promise<Response> {
  const { store } = deps;
  const [email, password] = [form.get('email') ?? '', form.get('password') ?? ''];
  const [clientIp, headers] = [clientOf(c, deps), {}];
  try {
    await count(c, deps, 'sign-in');
    await countSignIn(deps, email, clientIp);
    const user = await checkCredentials(store, email, password);
    const as = { action: 'session.sign-in', key: 'none', method: 'post', path: c.req.path } as const;
    const { note, change } = createAuditTrail(store, as, {}, clientIp);
    await change((inside) => openSession({ headers, note, clientIp, request: c.env.incoming }, inside, user));
    return goTo(c.req.path.split('/').at(-1)!, headers);
  } catch (thrown) {
    return showPage(c, deps, consent, asDocentError(thrown));
  }
}

async function mayRead({ store }: Deps, userId: string, { domain }: Project): Promise<boolean> {
  return (await findProjectOfMember(store, { userId, domain })) !== undefined;
}

async function count(c: HttpContext, deps: Deps, limit?: LimitName): Promise<void> {
  await countArrival(deps.store, limit, consumerOf(deps, clientOf(c, deps), {}));
}

/** After a form, by a GET. */
function goTo(location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { ...headers, location, 'cache-control': 'no-store' } });
}
