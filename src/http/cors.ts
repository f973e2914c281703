const exposed = [
  'x-thread-id',
  'x-thread-key',
  'x-request-id',
  'x-docent-used-meaning',
  'retry-after',
  'www-authenticate',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'ratelimit',
  'ratelimit-policy',
].join(', ');

/** Assistant keys are public and used from any page, so their endpoints are open; cookies are never accepted there. */
export const openCors: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
};

/** Names of headers: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 */
const headerNames = /^[\w\s,!#$%&'*+.^`|~-]{0,2000}$/;

/** The answer to a browser's preflight: it allows the header names that the browser asks for. */
export function preflight(method: string, requestedHeaders: string | undefined): Response {
  const asked = requestedHeaders !== undefined && headerNames.test(requestedHeaders) ? requestedHeaders : '';
  return new Response(null, {
    status: 204,
    headers: {
      ...openCors,
      'access-control-allow-methods': `${method}, OPTIONS`,
      'access-control-allow-headers': asked === '' ? 'authorization, content-type, x-docent-reader' : asked,
      'access-control-max-age': '86400',
      vary: 'Access-Control-Request-Headers',
    },
  });
}
