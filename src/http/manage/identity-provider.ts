import type { ClientAuth, Configuration, CustomFetch, IDToken } from 'openid-client';
import type { Identity } from '../../accounts/sign-in-by-oidc.ts';
import type { Config } from '../../config.ts';
import { DocentError } from '../../errors.ts';
import { fetchOut } from '../../lib/outgoing.ts';
import { remember } from '../../lib/remember.ts';

type Settings = NonNullable<Config['oidc']>;

type Provider = {
  client: Configuration;
  /** How this server can authenticate; the first supported method is used. */
  proofs: ClientAuth[];
};

const maxGroups = 500;
const maxGroupLength = 200;

/** Loaded at the first sign-in; most servers have no identity provider. */
export const loadClient = () => import('openid-client');

/** The provider's metadata is fetched once, and again after a failure. */
const providers = new Map<string, Promise<Provider>>();

/** @throws DocentError `not_ready`, saying what is wrong with the provider or with its address */
export function openProvider(settings: Settings): Promise<Provider> {
  return remember(providers, settings.issuer, () =>
    discover(settings).catch((cause: unknown) => {
      throw new DocentError('not_ready', problemOf(settings.issuer, cause), { cause });
    }),
  );
}

async function discover({ issuer, clientId, clientSecret }: Settings): Promise<Provider> {
  const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, customFetch, discovery } =
    await loadClient();
  const url = new URL(issuer);
  const isLocal = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  const options = {
    [customFetch]: fetchOut as CustomFetch,
    ...(isLocal && url.protocol === 'http:' && { execute: [allowInsecureRequests] }),
  };
  const proofs: ClientAuth[] = [];
  const client = await discovery(url, clientId, undefined, (...call) => proofs[0]!(...call), options);
  // The default when a provider lists none is basic:
  // https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
  const listed = client.serverMetadata().token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  if (listed.includes('client_secret_post')) proofs.push(ClientSecretPost(clientSecret));
  if (listed.includes('client_secret_basic') || proofs.length === 0)
    proofs.push(ClientSecretBasic(clientSecret));
  return { client, proofs };
}

/** A sentence for the operator who tests the sign-in. */
function problemOf(issuer: string, error: unknown): string {
  const { body, attribute } = ((error as Error).cause ?? {}) as {
    body?: { issuer?: string };
    attribute?: string;
  };
  const named = attribute === 'issuer' ? body?.issuer : undefined;
  if (named !== undefined) {
    const isSlash = named.replace(/\/$/, '') === issuer.replace(/\/$/, '');
    const hint = isSlash ? ' They differ by the slash at the end.' : '';
    return `The identity provider names itself ${named}, and DOCENT_OIDC_ISSUER is ${issuer}.${hint} Set it exactly as the provider writes it.`;
  }
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (code === undefined || code === 'OAUTH_TIMEOUT' || (cause instanceof Response && cause.status >= 500))
    return 'The identity provider cannot be reached. Please try again.';
  if (code === 'OAUTH_HTTP_REQUEST_FORBIDDEN') return 'DOCENT_OIDC_ISSUER must begin with https://.';
  return `There is no identity provider at ${issuer}: what it serves at /.well-known/openid-configuration is not what OpenID Connect says. Check DOCENT_OIDC_ISSUER.`;
}

type Started = { state: string; nonce: string; verifier: string };

/**
 * The person whom the provider sent back to `url`.
 * @throws Error when it does not vouch for anybody
 */
export async function identify(settings: Settings, url: URL, started: Started): Promise<Identity> {
  const { client, proofs } = await openProvider(settings);
  const tokens = await redeem(client, url, started).catch((error: unknown) => {
    if (proofs.length < 2 || !isProofRefused(error)) throw error;
    // This client may be registered for only one of the provider's methods.
    proofs.push(proofs.shift()!);
    return redeem(client, url, started);
  });
  const claims = tokens.claims()!;
  const more = await userInfo(client, claims, tokens.access_token);
  const email = textOf(claims['email']) ?? textOf(more['email']);
  const isVerified =
    truth(claims['email'] == null ? null : claims['email_verified']) ??
    truth(more['email'] === email ? more['email_verified'] : null);
  return {
    subject: `${claims.iss}#${claims.sub}`,
    email,
    emailVerified: isVerified ?? settings.trustsEmails ?? !servesStrangers(client),
    name: textOf(claims['name']) ?? textOf(more['name']),
    groups: groupsOf(claims['groups'] ?? more['groups']),
  };
}

/** Claims that the ID token lacks: Authelia, Okta and others return them only here. */
async function userInfo(
  client: Configuration,
  claims: IDToken,
  accessToken: string,
): Promise<Record<string, unknown>> {
  const isComplete =
    claims['email'] != null &&
    claims['email_verified'] != null &&
    (claims['groups'] != null || !namesGroups(client));
  if (isComplete || client.serverMetadata().userinfo_endpoint === undefined) return {};
  const { fetchUserInfo } = await loadClient();
  return fetchUserInfo(client, accessToken, claims.sub);
}

/** Whether the provider has a scope for the groups of a person: Okta, Authelia, Authentik and Dex do. Others need none. */
export function namesGroups(client: Configuration): boolean {
  return client.serverMetadata().scopes_supported?.includes('groups') ?? false;
}

async function redeem(client: Configuration, url: URL, { state, nonce, verifier }: Started) {
  const { authorizationCodeGrant } = await loadClient();
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
  return authorizationCodeGrant(client, url, { ...checks, idTokenExpected: true });
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
function isProofRefused(error: unknown): boolean {
  const { error: code, status } = error as { error?: string; status?: number };
  return code === 'invalid_client' || status === 401;
}

/** Null when the provider does not say. Amazon Cognito and others send it as text. */
function truth(claim: unknown): boolean | null {
  return claim === undefined || claim === null ? null : /^true$/i.test(String(claim));
}

/**
 * Whether any company may use this provider and assign arbitrary addresses to its people: Entra ID's `common` and
 * `organizations`.
 * https://learn.microsoft.com/en-us/entra/identity-platform/claims-validation
 */
function servesStrangers(client: Configuration): boolean {
  return client.serverMetadata().issuer.includes('{tenantid}');
}

function groupsOf(claim: unknown): string[] {
  const names = [claim].flat().filter((name) => typeof name === 'string' && name.length <= maxGroupLength);
  return (names as string[]).slice(0, maxGroups);
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim.slice(0, 254) : null;
}
