import type { IncomingMessage } from 'node:http';
import type { Admission } from '../accounts/admit.ts';
import type { Reader } from '../accounts/reader-token.ts';
import { validate } from '../protocol/validate.ts';
import { readJson } from './read-body.ts';
import type { HttpContext, Route, Scope } from './route.ts';

const smallBytes = 64 * 1024;
const noBody = { body: undefined, bytes: 0 };

/** The validated query and body. @throws DocentError for those that are not as the route says */
export async function readInput<Body, Filter>(
  c: HttpContext,
  route: Pick<Route<Body, Scope, Filter>, 'filter' | 'body'>,
  { admission, reader }: { admission: object; reader: Reader | null },
): Promise<{ filter: Filter; body: Body }> {
  const request = c.env.incoming;
  const filter = route.filter === undefined ? (undefined as Filter) : validate(route.filter, c.req.query());
  if (route.body === undefined) return { filter, body: undefined as Body };
  const isAbsent = route.body.optional === true && isEmpty(request);
  const maxBytes = maxBytesOf(route.body.maxBytes, admission, reader);
  const read = isAbsent ? noBody : await readJson(request, maxBytes);
  return { filter, body: route.body.parse(read.body, { request, bytes: read.bytes }) };
}

/** The body's size limit for this caller. */
function maxBytesOf(
  maxBytes: number | { public: number; known: number },
  admission: object,
  reader: Reader | null,
): number {
  if (typeof maxBytes === 'number') return maxBytes;
  const { by } = admission as Partial<Admission>;
  return reader !== null || by === 'admin' || by === 'session' || by === 'preview'
    ? maxBytes.known
    : maxBytes.public;
}

/** A body of this size is read at once: it fits into the socket buffers. */
export function isSmall({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= smallBytes;
}

/** https://www.rfc-editor.org/rfc/rfc9112#section-6.3 */
function isEmpty({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}
