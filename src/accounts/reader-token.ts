import {
  createRemoteJWKSet,
  customFetch,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import { z } from 'zod';
import { DocentError } from '../errors.ts';
import { cleanLine } from '../lib/clean-text.ts';
import { openPublicFetcher, type PublicFetcher } from '../lib/public-fetch.ts';
import { isPrivateHost, type PrivateHosts } from '../lib/public-address.ts';
import { isInForce } from '../store/issued.ts';
import { parseWithoutNulls } from '../lib/parse-without-nulls.ts';
import { findOrganization } from '../store/organizations.ts';
import type { Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { grantedHosts } from './grants.ts';
import { goodSecrets } from './project-secret.ts';

/** The reader's identity, vouched for by the site's backend. */
export type Reader = { sub: string; groups: string[] };

export type ReaderTokens = {
  /**
   * The reader that a token identifies.
   * @param clientIp where the request with it comes from
   * @throws DocentError `invalid_reader` when it is not signed for this project, has expired or lasts too long
   */
  verify(project: Project, token: string, clientIp: string | undefined): Promise<Reader>;
  /**
   * The reader of an access token for `audience`, by the issuer that the project names.
   * @throws Error when it is not valid
   */
  verifyAccess(project: Project, token: string, audience: string, clientIp: string): Promise<Reader>;
  close(): Promise<void>;
};

const maxTokenLength = 8_000;
const maxLifeSeconds = 24 * 3600;
const requiredClaims = ['sub', 'exp', 'aud'];
const maxKeySetBytes = 256 * 1024;

const claimsSchema = z.object({
  sub: z.string().min(1).max(256).transform(cleanLine).pipe(z.string().min(1)),
  exp: z.number(),
  groups: z.array(z.string().max(200)).max(100).default([]),
});

/**
 * Verifies the tokens that sites sign for their readers (https://www.rfc-editor.org/rfc/rfc7519): HS256 with the
 * project's secret, RS256 and ES256 with the key set that the project configures.
 * @param privateHosts hosts whose key sets only organizations with a grant may use
 */
export function openReaderTokens(store: Store, privateHosts: PrivateHosts): ReaderTokens {
  const fetchers = new Map<string, PublicFetcher>();
  const fetcherFor = async (organizationId: string): Promise<PublicFetcher> => {
    const organization = await findOrganization(store, organizationId);
    const hosts = organization === undefined ? [] : grantedHosts(organization, privateHosts);
    const known = fetchers.get(hosts.join()) ?? openPublicFetcher(hosts, 2);
    fetchers.set(hosts.join(), known);
    return known;
  };
  const keySets = new Map<string, JWTVerifyGetKey>();
  const keySet = (organizationId: string, url: string): JWTVerifyGetKey => {
    const known =
      keySets.get(`${organizationId} ${url}`) ?? remoteKeySet(url, () => fetcherFor(organizationId));
    keySets.set(`${organizationId} ${url}`, known);
    return known;
  };

  /** @param by the setting that names the key set, and who may use it */
  async function byKeySet(
    { settings: { issued }, organizationId }: Project,
    token: string,
    by: { setting: 'readerJwksUrl' | 'tokenIssuer'; url: string | undefined; clientIp: string | undefined },
    rules: JWTVerifyOptions,
  ): Promise<JWTPayload> {
    if (by.url === undefined) throw new Error('The project has no key set.');
    if (!isInForce(issued?.[by.setting] ?? null, Date.now(), by.clientIp))
      throw new Error('The key that named the key set is for other addresses.');
    requireSafeKeySet(by.url, privateHosts);
    const options = { ...rules, requiredClaims, algorithms: ['RS256', 'ES256'] };
    return (await jwtVerify(token, keySet(organizationId, by.url), options)).payload;
  }

  async function payloadOf(project: Project, token: string, clientIp?: string): Promise<JWTPayload> {
    const audience = audiencesOf(project);
    if (decodeProtectedHeader(token).alg !== 'HS256') {
      const by = { setting: 'readerJwksUrl', url: project.settings.readerJwksUrl, clientIp } as const;
      return byKeySet(project, token, by, { audience });
    }
    let failure: unknown = new Error('The project has no reader secret.');
    for (const secret of await goodSecrets(store, 'reader', project.preview?.of ?? project.id, clientIp)) {
      const verified = jwtVerify(token, new TextEncoder().encode(secret), {
        audience,
        requiredClaims,
        algorithms: ['HS256'],
      });
      const payload = await verified.then(
        (one) => one.payload,
        (error: unknown) => void (failure = error),
      );
      if (payload !== undefined) return payload;
    }
    throw failure;
  }

  return {
    async verify(project, token, clientIp) {
      try {
        return await readerOf(token, () => payloadOf(project, token, clientIp));
      } catch (cause) {
        if (cause instanceof DocentError && cause.status >= 500) throw cause;
        throw new DocentError(
          'invalid_reader',
          'The reader token is not valid: it must be signed for this project, name its domain as aud, and expire within 24 hours.',
          { cause },
        );
      }
    },
    verifyAccess(project, token, audience, clientIp) {
      const { issuer, jwksUrl: url } = project.settings.tokenIssuer ?? {};
      const rules = { audience, ...(issuer !== undefined && { issuer }) };
      return readerOf(token, () =>
        byKeySet(project, token, { setting: 'tokenIssuer', url, clientIp }, rules),
      );
    },
    async close() {
      for (const fetcher of fetchers.values()) await fetcher.close();
    },
  };
}

/** @throws Error for a token that is not valid */
async function readerOf(token: string, payloadOf: () => Promise<JWTPayload>): Promise<Reader> {
  if (token.length > maxTokenLength) throw new Error('The token is too long.');
  const claims = parseWithoutNulls(claimsSchema, await payloadOf());
  if (!claims.success) throw claims.error;
  const { sub, exp, groups } = claims.data;
  if (exp * 1000 > Date.now() + maxLifeSeconds * 1000) throw new Error('The token lasts too long.');
  return { sub, groups };
}

/**
 * Whoever can tamper with the key set in transit can sign tokens for any reader.
 * @throws DocentError `invalid_request` for an address without TLS, except on the operator's own hosts
 */
export function requireSafeKeySet(url: string, privateHosts: PrivateHosts): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || isPrivateHost(hostname, privateHosts)) return;
  throw new DocentError('invalid_request', 'The address of a key set begins with https://.');
}

/** A preview has the readers of its project. */
function audiencesOf({ domain, preview }: Project): string[] {
  return preview === undefined ? [domain] : [domain, domain.split('--')[0]!];
}

/** Keys are cached for ten minutes, and fetched again for an unknown key at most twice a minute. */
function remoteKeySet(url: string, fetcherOf: () => Promise<PublicFetcher>): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url), {
    [customFetch]: async (address, { signal }) => {
      const fetcher = await fetcherOf();
      const { status, body } = await fetcher.get(new URL(address), { maxBytes: maxKeySetBytes, signal });
      return new Response(body === null ? null : new Uint8Array(body), {
        status: body === null ? 502 : status,
      });
    },
  });
  return (header, token) => keys(header, token).catch((error: unknown) => Promise.reject(asOutage(error)));
}

/** What says nothing of the token: the key set did not come, or is none. */
function asOutage(cause: unknown): unknown {
  const isOutage =
    cause instanceof errors.JWKSTimeout ||
    cause instanceof errors.JWKSInvalid ||
    (cause instanceof errors.JOSEError && cause.code === errors.JOSEError.code);
  if (!isOutage) return cause;
  const message = 'The keys of the identity provider could not be read. Please try again later.';
  return new DocentError('not_ready', message, { cause });
}
