import { generateKeyPairSync } from 'node:crypto';
import { errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { PublicFetcher } from '../../lib/public-fetch.ts';
import { findProjectByDomain } from '../../store/projects.ts';
import type { Store } from '../../store/store.ts';
import { findUser } from '../../store/users.ts';
import { docsScope, domainOf } from './docs-resource.ts';
import { makeClientsPublic } from './public-clients.ts';
import { recordAdapter } from './record-adapter.ts';

/** `offline_access` because some clients ask for it; every client gets a refresh token that takes one. */
const supportedScopes = [docsScope, 'offline_access'];

const hour = 3600;
const day = 24 * hour;
/** Bytes of a client's metadata document; the draft's own limit. */
const maxDocument = 5 * 1024;

export type OAuthPages = {
  /** An error that cannot be sent to the client, as HTML. */
  renderError(message: string): { body: string; headers: Record<string, string> };
  /** What went wrong in the server itself. */
  onError(error: Error): void;
};

/**
 * The authorization server for MCP clients: authorization code with PKCE, public clients only, which register
 * themselves or publish a metadata document, and tokens for one project's MCP server.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization
 */
export function createProvider(
  store: Store,
  issuer: string,
  { renderError, onError }: OAuthPages,
  fetcher: Pick<PublicFetcher, 'get'>,
): Provider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const projectOf = async (resource: string | undefined) => {
    const domain = resource === undefined ? undefined : domainOf(issuer, resource);
    const project = domain === undefined ? undefined : await findProjectByDomain(store, domain);
    return project?.settings.tokenIssuer == null ? project : undefined;
  };
  const provider = new Provider(issuer, {
    adapter: recordAdapter(store, projectOf),
    // No token is signed: they are opaque, and there are no ID tokens. The server wants a key all the same.
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] } as never,
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    },
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    scopes: supportedScopes,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      revocation: { enabled: true },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined as never,
        useGrantedResource: () => true,
        async getResourceServerInfo(_ctx: KoaContextWithOIDC, resource: string) {
          if ((await projectOf(resource)) === undefined) throw new errors.InvalidTarget();
          return { scope: docsScope, audience: resource, accessTokenTTL: hour, accessTokenFormat: 'opaque' };
        },
      },
    } as never,
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      registration: '/oauth/register',
      revocation: '/oauth/revoke',
      jwks: '/oauth/jwks',
    },
    interactions: {
      url: (_ctx, { uid }) => `${new URL(issuer).pathname.replace(/\/$/, '')}/oauth/consent/${uid}`,
    },
    // What was granted before is asked again: a client that registers itself may call itself anything.
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
    },
    async findAccount(_ctx, id) {
      const user = await findUser(store, { id });
      return user && { accountId: id, claims: () => ({ sub: id }) };
    },
    clientBasedCORS: (_ctx, origin, client) =>
      client.redirectUris?.some((uri) => URL.parse(uri)?.origin === origin) ?? false,
    expiresWithSession: () => false,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    // As long as the dashboard's sessions: a month without use, and three in all.
    ttl: {
      AccessToken: hour,
      IdToken: hour,
      AuthorizationCode: 60,
      Interaction: hour,
      Session: hour,
      RefreshToken: 30 * day,
      Grant: 90 * day,
    },
    cookies: {
      long: { signed: false, httpOnly: true, sameSite: 'lax' },
      short: { signed: false, httpOnly: true, sameSite: 'lax' },
      names: { session: 'docent-oauth', interaction: 'docent-oauth-consent', resume: 'docent-oauth-resume' },
    },
    renderError(ctx, { error, error_description: description }) {
      const { body, headers } = renderError(description ?? error);
      ctx.set(headers);
      ctx.body = body;
    },
    async fetch(url, init) {
      const response = await fetcher.get(new URL(String(url)), {
        headers: { accept: 'application/json' },
        maxBytes: maxDocument,
        follows: () => false,
        signal: init?.signal ?? undefined,
      });
      const kept = response.header('cache-control');
      const body = response.body === null || response.status !== 200 ? null : new Uint8Array(response.body);
      return new Response(body, {
        status: body === null ? 502 : 200,
        headers: kept === null ? {} : { 'cache-control': kept },
      });
    },
  });
  makeClientsPublic(provider);
  // Scheme and host are the public address's, which the caller of `callback` gives.
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => onError(error));
  return provider;
}
