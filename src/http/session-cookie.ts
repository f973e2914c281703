import type { IncomingMessage } from 'node:http';
import { DocentError } from '../errors.ts';

/**
 * `__Host-` binds a cookie to this host and to a secure origin; http://localhost counts as one.
 * https://www.rfc-editor.org/rfc/rfc6265bis#name-the-__host-prefix
 */
const sessionName = '__Host-docent';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const maxSeconds = 90 * 86_400;

/** `Set-Cookie` for a session; null deletes it. */
export function sessionCookie(secret: string | null): string {
  return setCookie(sessionName, secret ?? '', secret === null ? 0 : maxSeconds);
}

export function setCookie(name: string, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; ${attributes}; Max-Age=${maxAgeSeconds}`;
}

/** The session secret of a request, if any. */
export function sessionSecret(request: IncomingMessage): string | undefined {
  return readCookie(request, sessionName);
}

export function readCookie(request: IncomingMessage, name: string): string | undefined {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}

/**
 * Refuses requests without a key from another site's page: they could sign a person in as somebody else.
 * @throws DocentError `cross_site_request`
 */
export function refuseOtherSites({ headers }: IncomingMessage): void {
  const { 'sec-fetch-site': site, origin, host } = headers;
  const fromHere = site === undefined ? isOwnOrigin(origin, host, true) : site === 'same-origin';
  if (!fromHere) throw crossSite();
}

/**
 * Refuses requests that another site makes a signed-in person's browser send. Browsers send the request's origin
 * (https://www.w3.org/TR/fetch-metadata/), and a custom header needs a CORS permission that we give to nobody.
 * @throws DocentError `cross_site_request`
 */
export function requireSameSite(request: IncomingMessage): void {
  const { 'sec-fetch-site': site, 'x-docent-request': own, origin, host } = request.headers;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const fromHere = site === undefined ? isOwnOrigin(origin, host, reads) : site === 'same-origin';
  if (fromHere && (reads || own !== undefined)) return;
  throw crossSite();
}

function crossSite(): DocentError {
  return new DocentError(
    'cross_site_request',
    'A session works from this server’s own pages only. Other programs need an API key.',
  );
}

/** Browsers without fetch metadata omit `Origin` from same-site GET requests. */
function isOwnOrigin(origin: string | undefined, host: string | undefined, reads: boolean): boolean {
  if (origin === undefined) return reads;
  return URL.parse(origin)?.host === host;
}
