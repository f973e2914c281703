import type { IncomingMessage } from 'node:http';
import { type Consumer, consumeLimits, countArrival, countAtOnce } from '../accounts/rate-limits.ts';
import type { Reader } from '../accounts/reader-token.ts';
import { readIdempotencyKey } from '../lib/idempotency-key.ts';
import { admitRequest, admitTo, consumerOf, isForReaders } from './admit-request.ts';
import { answerOnce } from './answer-once.ts';
import { clientOf } from './client-of.ts';
import { createAuditTrail } from './audit-trail.ts';
import { openCors, preflight } from './cors.ts';
import type { Deps } from './deps.ts';
import { isSmall, readInput } from './read-input.ts';
import { readerAccess } from './reader-access.ts';
import {
  type Call,
  heedsIdempotencyKey,
  type HttpApp,
  type HttpContext,
  type Route,
  type Scope,
} from './route.ts';
import { sessionSecret } from './session-cookie.ts';

/** Registers a route with the server. */
export function addRoute<Body, To extends Scope, Filter>(
  app: HttpApp,
  deps: Deps,
  route: Route<Body, To, Filter>,
): void {
  // The path may contain slashes.
  const path = route.path.replace('{path}', ':path{.+}').replace(/\{(\w+)\}/g, ':$1');
  if (route.key === 'assistant') {
    app.options(path, (c) =>
      preflight(route.method.toUpperCase(), c.req.header('access-control-request-headers')),
    );
  }
  app.on(route.method.toUpperCase(), path, (c) => {
    c.set('errorShape', route.errorShape);
    return serve(c, deps, route);
  });
}

/**
 * Handles a request: authenticates key or session, resolves the project, counts the address's limits, validates query
 * and body, counts the other limits, and runs the handler.
 */
async function serve<Body, To extends Scope, Filter>(
  c: HttpContext,
  deps: Deps,
  route: Route<Body, To, Filter>,
): Promise<Response> {
  const { incoming: request, outgoing: response } = c.env;
  const headers = c.get('headers');
  if (route.key === 'assistant') Object.assign(headers, openCors);
  const ip = clientOf(c, deps);
  const admitted = await admitRequest(c, deps, route, ip);
  const { admission, reader } = admitted;
  // Admin keys must not be used by scripts in pages.
  if ('by' in admission && admission.by === 'admin')
    for (const name of Object.keys(openCors)) delete headers[name];
  const consumer = { ...consumerOf(deps, ip, admission), reader: reader?.sub };
  const { filter, body, limits } = await readCounted(c, deps, route, admitted, consumer);
  Object.assign(headers, limits);
  const audit = createAuditTrail(deps.store, route, admission, ip);
  const call: Call<Body, To, Filter> = {
    deps,
    admission,
    body,
    filter,
    param: (name) => c.req.param(name) ?? '',
    query: (name) => c.req.query(name),
    reader: isForReaders(admission, route)
      ? readerAccess(reader, admission, route.groups?.(body, filter))
      : { sub: null, groups: [] },
    clientIp: ip,
    requestId: c.get('requestId'),
    request,
    response,
    headers,
    async count(limit) {
      await consumeLimits(deps.store, limit, consumer, await countArrival(deps.store, limit, consumer));
    },
    isStillAdmitted: () => admitTo(c, deps, route, ip).then(Boolean, () => false),
    note: audit.note,
    change: audit.change,
  };
  return answerRepeated(call, route, async () => {
    const handled = await route.handle(call);
    await audit.end();
    return handled;
  });
}

/** The validated query and body, counted whether they are valid or not, and the headers that tell of the limits. */
async function readCounted<Body, Filter>(
  c: HttpContext,
  { store }: Deps,
  route: Pick<Route<Body, Scope, Filter>, 'filter' | 'body' | 'limit'>,
  admitted: { admission: object; reader: Reader | null },
  consumer: Consumer,
): Promise<{ filter: Filter; body: Body; limits: Record<string, string> }> {
  const { limit } = route;
  if (limit === undefined || !isSmall(c.env.incoming)) {
    const arrived = await countArrival(store, limit, consumer);
    const input = await readInput(c, route, admitted);
    const limits = limit === undefined ? {} : await consumeLimits(store, limit, consumer, arrived);
    return { ...input, limits };
  }
  const input = await readInput(c, route, admitted).catch(async (refusal: unknown) => {
    await countArrival(store, limit, consumer);
    throw refusal;
  });
  return { ...input, limits: await countAtOnce(store, limit, consumer) };
}

/** Handles requests with the same `Idempotency-Key` once. */
function answerRepeated<Body, To extends Scope, Filter>(
  { deps, request, body }: Call<Body, To, Filter>,
  route: Route<Body, To, Filter>,
  handle: () => Promise<Response>,
): Promise<Response> {
  const key = repeatableKey(request, route);
  if (key === undefined) return handle();
  const { method = '', url = '' } = request;
  const credential = request.headers.authorization ?? sessionSecret(request) ?? '';
  return answerOnce(deps, { key, credential, method, url, body }, handle);
}

/** The `Idempotency-Key` of a request that makes something. */
function repeatableKey<Body, To extends Scope, Filter>(
  { headers }: IncomingMessage,
  route: Route<Body, To, Filter>,
): string | undefined {
  if (!heedsIdempotencyKey(route) || route.knowsKeys) return undefined;
  return readIdempotencyKey(headers['idempotency-key']);
}
