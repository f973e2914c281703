import { once } from 'node:events';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Dispatcher } from 'undici';
import { isInRange } from './ip-range.ts';

// Every request to another machine goes through this file, so that one place decides which of them take a proxy.

/** The proxies of this process, as its environment names them. */
export type Proxies = {
  http: string | undefined;
  https: string | undefined;
  /** Hosts that are reached without one, as NO_PROXY names them. */
  none: readonly string[];
};

let proxies: Proxies = { http: undefined, https: undefined, none: [] };
const dispatchers = new Map<string | null, Dispatcher>();

/** From now on requests take these proxies. */
export function followProxies(given: Proxies): void {
  proxies = given;
}

/** The proxy for a request; null when it goes to its host itself, as it always does to this machine. */
export function proxyFor({ protocol, hostname, port }: URL): string | null {
  const isSecure = protocol === 'https:' || protocol === 'smtps:' || protocol === 'smtp:';
  const proxy = isSecure ? proxies.https : protocol === 'http:' ? proxies.http : undefined;
  if (proxy === undefined) return null;
  const host = hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  if (isLoopback(host)) return null;
  const at = port || (protocol === 'https:' ? '443' : protocol === 'http:' ? '80' : '');
  return proxies.none.some((entry) => isNamedBy(entry.toLowerCase(), host, at)) ? null : proxy;
}

const isLoopback = (host: string) => /^(.+\.)?localhost$/.test(host) || /^127\.|^::1$/.test(host);

/** `example.com` and `.example.com` also name what ends in it; further forms are `*`, `host:port` and `10.0.0.0/8`. */
function isNamedBy(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const [, name = entry, only] = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(entry) ?? [];
  if (only !== undefined && only !== port) return false;
  const bare = name.replace(/^\[|\]$|^\*?\./g, '');
  return host === bare || host.endsWith(`.${bare}`) || isInRange(host, bare);
}

/** The undici dispatcher for an address. */
export async function dispatcherFor(url: URL): Promise<Dispatcher> {
  const proxy = proxyFor(url);
  const known = dispatchers.get(proxy);
  if (known !== undefined) return known;
  const { Agent, ProxyAgent } = await import('undici');
  const made = proxy === null ? new Agent() : new ProxyAgent(proxy);
  dispatchers.set(proxy, made);
  return made;
}

/** `fetch` for requests to other machines. */
export const fetchOut: typeof globalThis.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  // Node's own `fetch` needs no further packages.
  if (proxyFor(url) === null) return fetch(input, init);
  const undici = await import('undici');
  const options = { ...init, dispatcher: await dispatcherFor(url) } as import('undici').RequestInit;
  return (await undici.fetch(url, options)) as unknown as Response;
};

/** A WebSocket to another machine. */
export async function openSocket(url: URL): Promise<WebSocket> {
  const overHttp = new URL(url.href.replace(/^ws/, 'http'));
  if (proxyFor(overHttp) === null) return new WebSocket(url);
  const undici = await import('undici');
  return new undici.WebSocket(url, { dispatcher: await dispatcherFor(overHttp) }) as unknown as WebSocket;
}

/** For clients of Node's own `http` and `https`. */
export function outgoingAgents(): { httpAgent: HttpAgent; httpsAgent: HttpsAgent } {
  const proxyEnv = { HTTP_PROXY: proxies.http, HTTPS_PROXY: proxies.https, NO_PROXY: proxies.none.join(',') };
  const options = { keepAlive: true, maxSockets: 50, proxyEnv };
  return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) };
}

const streamAgents = new Map<string, HttpAgent>();

/** The agent of streams from an address. Its connections take no more while anything is unread. */
function streamAgentFor(url: URL): HttpAgent {
  const proxy = proxyFor(url) ?? undefined;
  const name = `${url.protocol} ${proxy}`;
  const known = streamAgents.get(name);
  if (known !== undefined) return known;
  const proxyEnv = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy };
  // `highWaterMark` is passed on to the connection: https://nodejs.org/api/stream.html#buffering. An idle connection is
  // closed after 4 s, because servers usually close it after 5 s.
  const options = { keepAlive: true, timeout: 4_000, proxyEnv, highWaterMark: 1 };
  const made = url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
  streamAgents.set(name, made);
  return made;
}

/** Milliseconds to connect, also through a proxy. */
const connectMs = 10_000;

type StreamRequest = {
  headers: Record<string, string>;
  body: string;
  signal?: AbortSignal | null | undefined;
};

/**
 * Posts to a server that answers in many small pieces, such as a model. Node's `fetch` wakes the process for each piece;
 * here all that came since the last read is read at once. Redirects (307, 308) are followed once, within the host.
 * @throws the connection's error; any error once `signal` is aborted
 */
export async function postForStream(
  url: URL,
  { headers, body, signal }: StreamRequest,
  mayFollow = true,
): Promise<IncomingMessage> {
  signal?.throwIfAborted();
  const ask = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = ask(url, {
    method: 'POST',
    headers: { 'accept-encoding': 'identity', ...headers },
    agent: streamAgentFor(url),
    timeout: connectMs,
  });
  const connecting = setTimeout(() => request.destroy(new Error('The connection timed out.')), connectMs);
  const connected = () => clearTimeout(connecting);
  request.once('socket', (socket) => {
    if (socket.connecting) socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected);
    else connected();
  });
  // Without an error, which a socket that has just been released would emit to nobody.
  const stop = () => void request.destroy();
  signal?.addEventListener('abort', stop, { once: true });
  request.once('close', () => {
    connected();
    signal?.removeEventListener('abort', stop);
  });
  // Later errors reach the reader of the response.
  request.on('error', () => {});
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const next = mayFollow ? redirectWithin(url, response) : null;
  if (next === null) return response;
  response.destroy();
  return postForStream(next, { headers, body, signal }, false);
}

/** Where a response leads, if that is the same host; keys are sent to no other. */
function redirectWithin(url: URL, { statusCode, headers: { location } }: IncomingMessage): URL | null {
  if ((statusCode !== 307 && statusCode !== 308) || location === undefined) return null;
  const next = URL.parse(location, url.href);
  const isWithin =
    next?.hostname === url.hostname && (next.protocol === 'https:' || next.protocol === url.protocol);
  return isWithin ? next : null;
}
