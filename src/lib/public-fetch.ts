import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { Agent, Response } from 'undici';
import { DocentError } from '../errors.ts';
import { dispatcherFor, proxyFor } from './outgoing.ts';
import { isAllowedHost, type PrivateHosts, publicAddresses, requirePublicName } from './public-address.ts';

const maxRedirects = 5;

/** Milliseconds for one request including redirects and body. */
const requestTime = 30_000;

export type PublicRequest = {
  headers?: Record<string, string> | undefined;
  /** Maximum bytes of the body, after decompression. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
  /** Whether redirects are followed; otherwise the redirect itself is the response. */
  follows?: ((url: URL) => boolean) | undefined;
  /** Posted, for an API that is asked so. */
  body?: string | undefined;
};

export type PublicResponse = {
  status: number;
  /** The final URL, after redirects. */
  url: URL;
  header(name: string): string | null;
  /** Empty unless the status is 200; null when it exceeds the limit. */
  body: Buffer | null;
};

/** Fetches from and posts to public addresses only, redirects included. */
export type PublicFetcher = {
  /** @throws DocentError `invalid_request` for a URL that may not be fetched, `not_ready` without a response */
  get(url: URL, request: PublicRequest): Promise<PublicResponse>;
  /**
   * Posts a body. The response is not read, and no redirect is followed.
   * @throws as `get` does
   */
  post(url: URL, request: { body: string; headers: Record<string, string> }): Promise<{ status: number }>;
  close(): Promise<void>;
};

/**
 * Opens a fetcher that connects only to checked addresses: the address that the look-up returned is checked and used
 * for the connection, so DNS rebinding has no effect. Each redirect is checked again.
 * @param connections maximum concurrent connections per host
 */
export function openPublicFetcher(allowed: PrivateHosts, connections: number): PublicFetcher {
  const addressesOf = callbackify((hostname: string) => publicAddresses(hostname, allowed));
  const lookup: LookupFunction = (hostname, options, callback) => {
    addressesOf(hostname, (error, found) => {
      if (error !== null) callback(error, []);
      else if (options.all === true) callback(null, found);
      else callback(null, found[0]!.address, found[0]!.family);
    });
  };
  let agent: Agent | undefined;
  // Loaded at the first request: a server is to start fast.
  const open = async (url: URL) => {
    const { Agent, fetch } = await import('undici');
    if (proxyFor(url) !== null) return { fetch, dispatcher: await dispatcherFor(url) };
    const connect = { lookup, timeout: 15_000 };
    agent ??= new Agent({ connections, connect, headersTimeout: requestTime });
    return { fetch, dispatcher: agent };
  };

  async function get(
    first: URL,
    { headers, maxBytes, signal, follows, body }: PublicRequest,
  ): Promise<PublicResponse> {
    const limit = AbortSignal.any([AbortSignal.timeout(requestTime), ...(signal ? [signal] : [])]);
    let url = first;
    for (let redirects = 0; ; redirects++) {
      await checkUrl(url, allowed);
      const { fetch, dispatcher } = await open(url);
      const response = await fetch(url, {
        headers: headers ?? {},
        ...(body !== undefined && { method: 'POST', body }),
        redirect: 'manual',
        dispatcher,
        signal: limit,
      });
      const location = response.headers.get('location');
      const target = location !== null && URL.canParse(location, url.href) ? new URL(location, url) : null;
      const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
      if (!isRedirect || target === null || follows?.(target) === false)
        return { ...describe(response, url), body: await readBody(response, maxBytes) };
      await response.body?.cancel();
      if (redirects === maxRedirects)
        throw new DocentError('invalid_request', `${first.href} redirects too often. Check the address.`);
      url = target;
    }
  }

  return {
    async get(url, request) {
      try {
        return await get(url, request);
      } catch (error) {
        request.signal?.throwIfAborted();
        throw asFetchError(error, url);
      }
    },
    async post(url, { body, headers }) {
      try {
        await checkUrl(url, allowed);
        const { fetch, dispatcher } = await open(url);
        const signal = AbortSignal.timeout(requestTime);
        const answer = await fetch(url, {
          method: 'POST',
          body,
          headers,
          redirect: 'manual',
          dispatcher,
          signal,
        });
        await answer.body?.cancel();
        return { status: answer.status };
      } catch (error) {
        throw asFetchError(error, url);
      }
    },
    close: async () => agent?.destroy(),
  };
}

/** Only the web's ports, except for hosts that the operator allows. */
async function checkUrl(url: URL, allowed: PrivateHosts): Promise<void> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new DocentError(
      'invalid_request',
      `Only http:// and https:// addresses can be read, not ${url.href}`,
    );
  if (url.username !== '' || url.password !== '')
    throw new DocentError('invalid_request', 'The address must not hold a user name or password.');
  if (url.port !== '' && !isAllowedHost(url.hostname, allowed))
    throw new DocentError(
      'invalid_request',
      `Only the ports 80 and 443 can be read, not ${url.host}. If that is meant, the operator names ${url.hostname} in DOCENT_PRIVATE_HOSTS.`,
    );
  // Literal addresses need no look-up, so they are checked here.
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) await publicAddresses(url.hostname, allowed);
  else if (proxyFor(url) !== null) await requirePublicName(url.hostname, allowed);
}

function describe(response: Response, url: URL): Omit<PublicResponse, 'body'> {
  return { status: response.status, url, header: (name) => response.headers.get(name) };
}

async function readBody(response: Response, maxBytes: number): Promise<Buffer | null> {
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    return Buffer.alloc(0);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // Leaving the loop cancels the download.
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function asFetchError(error: unknown, { host }: URL): DocentError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DocentError) return cause;
  }
  return new DocentError('not_ready', `${host} did not answer. Check the address, or try again later.`, {
    cause: error,
  });
}
