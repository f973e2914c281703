import { type Admission, admit, admitPerson, admitToOrganization } from '../accounts/admit.ts';
import { findPublicKey } from '../accounts/ask-page-key.ts';
import { type Consumer, countArrival } from '../accounts/rate-limits.ts';
import { docsScope } from '../accounts/oauth/docs-resource.ts';
import type { Reader } from '../accounts/reader-token.ts';
import { DocentError } from '../errors.ts';
import { findSignedIn } from '../accounts/session.ts';
import type { Deps } from './deps.ts';
import { findReader } from './reader-access.ts';
import type { Admitted, HttpContext, Route, Scope } from './route.ts';
import { refuseOtherSites, requireSameSite, sessionSecret } from './session-cookie.ts';

/** The fields of a route that decide about admission. */
type Gate<To extends Scope> = Pick<
  Route<never, To>,
  'path' | 'key' | 'role' | 'scope' | 'operator' | 'orPublicPage' | 'orAccessToken'
>;

/** Admits a request and identifies its sender. A refused request counts against its address. */
export async function admitRequest<To extends Scope>(
  c: HttpContext,
  deps: Deps,
  route: Gate<To> & Pick<Route<never, To>, 'limit' | 'showsDocs'>,
  ip: string,
): Promise<{ admission: Admitted[To]; reader: Reader | null }> {
  try {
    const admission = await admitTo(c, deps, route, ip);
    const isReaders = isForReaders(admission, route);
    const reader =
      isReaders && route.showsDocs !== false
        ? (admission.reader ?? (await findReader(deps, admission, c.env.incoming, ip)))
        : null;
    return { admission, reader };
  } catch (refusal) {
    await countArrival(deps.store, route.limit, consumerOf(deps, ip, {}));
    throw refusal;
  }
}

/**
 * As by a key, or by an access token; who has neither is told where to get one.
 * https://www.rfc-editor.org/rfc/rfc9728#section-5.1
 */
async function admitByToken<To extends Scope>(
  c: HttpContext,
  deps: Deps,
  route: Gate<To>,
  ip: string,
): Promise<Admitted[To]> {
  const domain = c.req.param('domain') ?? '';
  const token = /^Bearer +(?!svc_)(\S+) *$/i.exec(c.env.incoming.headers.authorization ?? '')?.[1];
  const metadata = `${deps.publicUrl().replace(/\/$/, '')}/.well-known/oauth-protected-resource/mcp/${encodeURIComponent(domain)}`;
  const challenge = `Bearer resource_metadata="${metadata}", scope="${docsScope}"`;
  if (token !== undefined) {
    const admission = await deps.oauth.admit(token, domain, ip);
    if (admission !== null) return admission as Admitted[Scope] as Admitted[To];
    const headers = { 'www-authenticate': `${challenge}, error="invalid_token"` };
    const message = 'This access token is invalid here or has expired. Connect again.';
    throw new DocentError('invalid_key', message, { headers });
  }
  return admitByKey(c, deps, route, ip).catch((error: unknown) => {
    if (!(error instanceof DocentError) || error.status !== 401) throw error;
    throw new DocentError(error.code, error.message, { headers: { 'www-authenticate': challenge } });
  });
}

/** @throws DocentError as the admission */
export function admitTo<To extends Scope>(
  c: HttpContext,
  deps: Deps,
  route: Gate<To>,
  ip: string,
): Promise<Admitted[To]> {
  return route.orAccessToken ? admitByToken(c, deps, route, ip) : admitByKey(c, deps, route, ip);
}

/** @throws DocentError as the admission; `cross_site_request` when another site uses a person's session */
async function admitByKey<To extends Scope>(
  c: HttpContext,
  { store }: Deps,
  { path, key, role, scope, operator, orPublicPage }: Gate<To>,
  ip: string,
): Promise<Admitted[To]> {
  const { incoming } = c.env;
  const { origin } = incoming.headers;
  const authorization =
    incoming.headers.authorization ??
    (orPublicPage ? await publicKey(store, c.req.param('domain')) : undefined);
  const secret = authorization === undefined ? sessionSecret(incoming) : undefined;
  const signedIn = await findSignedIn(store, secret);
  const method = incoming.method ?? 'GET';
  // These pages are opened by links or by the identity provider; other sites cannot read the responses.
  const isPage = key === 'none' && method === 'GET';
  if (signedIn !== null && !isPage) requireSameSite(incoming);
  if (key === 'none' && !isPage) refuseOtherSites(incoming);
  const kind = key === 'assistant' ? key : 'admin';
  const request = { authorization, signedIn, kind, clientIp: ip, origin, method, role, operator } as const;
  const admitted = async (): Promise<Admitted[Scope]> => {
    switch (scope as Scope | undefined) {
      case 'anyone':
        return { signedIn };
      case 'person':
        return admitPerson(store, request);
      case 'organization':
        return admitToOrganization(store, { ...request, organization: c.req.param('organization') });
      default:
        return admit(store, {
          ...request,
          target: /\{(domain|projectId)\}/.test(path)
            ? { domain: c.req.param('domain'), projectId: c.req.param('projectId') }
            : 'own',
        });
    }
  };
  return (await admitted()) as Admitted[To];
}

async function publicKey(store: Deps['store'], domain: string | undefined): Promise<string | undefined> {
  const key = await findPublicKey(store, domain);
  return key === undefined ? undefined : `Bearer ${key}`;
}

/** Endpoints for public keys show a project's docs to its readers. */
export function isForReaders(admission: object, { key }: { key: string }): admission is Admission {
  return key === 'assistant' && 'project' in admission;
}

/** The subjects whose limits this request uses. */
export function consumerOf({ config }: Deps, clientIp: string, admission: object): Consumer {
  const { organization, project, key } = admission as Partial<Admission>;
  return {
    admission: { ...(organization && { organization }), ...(project && { project }), ...(key && { key }) },
    clientIp,
    limits: config.limits,
  };
}
