import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type Admission, admit } from '../accounts/admit.ts';
import { clientIp } from '../accounts/client-ip.ts';
import { type LimitName, consumeLimits } from '../accounts/limits.ts';
import type { ErrorCode } from '../errors.ts';
import type { Rooms } from './rooms.ts';
import { openCors, preflight } from './cors.ts';
import { describeRoute } from './openapi.ts';
import { readJson } from './read-body.ts';

/** `headers` go on whatever is answered, errors too: request id, CORS, rate limits. */
type Env = { Bindings: HttpBindings; Variables: { requestId: string; headers: Record<string, string> } };
export type HttpApp = OpenAPIHono<Env>;
export type HttpContext = Context<Env>;

/** What a handler gets: an admitted, validated, counted request. */
export type Call<Body> = {
  rooms: Rooms;
  admission: Admission;
  body: Body;
  /** Path parameters and query. */
  param(name: string): string;
  query(name: string): string | undefined;
  clientIp: string;
  requestId: string;
  request: IncomingMessage;
  /** For handlers that write the raw Node response; they send `headers` themselves. */
  response: ServerResponse;
  headers: Record<string, string>;
};

export type Route<Body> = {
  method: 'get' | 'post';
  /** As OpenAPI writes it: `/discovery/v1/search/{domain}`. */
  path: string;
  summary: string;
  tag: string;
  key: 'assistant' | 'admin';
  /** What the body is documented as, and how it is checked; none: no body is read. */
  body?: {
    schema: z.ZodType;
    mostBytes: number;
    parse(body: unknown, call: { request: IncomingMessage; bytes: number }): Body;
  };
  limit?: LimitName;
  success: { status: number; description: string; content?: Record<string, { schema: z.ZodType }> };
  /** Beside those that every route can answer. */
  errors?: ErrorCode[];
  handle(call: Call<Body>): Promise<Response>;
};

/** Registers a route with the server and, from the same schemas, with the OpenAPI document. */
export function addRoute<Body>(app: HttpApp, rooms: Rooms, route: Route<Body>): void {
  describeRoute(app, route);
  const path = route.path.replace(/\{(\w+)\}/g, ':$1');
  if (route.key === 'assistant') {
    app.options(path, (c) =>
      preflight(route.method.toUpperCase(), c.req.header('access-control-request-headers')),
    );
  }
  app.on(route.method.toUpperCase(), path, (c) => serve(c, rooms, route));
}

/** The one way of a request: key and project, then the body, then the limits, then the work. */
async function serve<Body>(c: HttpContext, rooms: Rooms, route: Route<Body>): Promise<Response> {
  const { incoming: request, outgoing: response } = c.env;
  const headers = c.get('headers');
  if (route.key === 'assistant') Object.assign(headers, openCors);
  const ip = clientIp(
    request.socket.remoteAddress,
    request.headers['x-forwarded-for'],
    rooms.config.trustedProxies,
  );
  const admission = await admit(rooms.store, {
    authorization: request.headers.authorization,
    kind: route.key,
    target: { domain: c.req.param('domain'), projectId: c.req.param('projectId') },
    clientIp: ip,
    origin: request.headers.origin,
    method: request.method ?? 'GET',
  });
  let body = undefined as Body;
  if (route.body !== undefined) {
    const read = await readJson(request, route.body.mostBytes);
    body = route.body.parse(read.body, { request, bytes: read.bytes });
  }
  if (route.limit !== undefined) {
    Object.assign(
      headers,
      await consumeLimits(rooms.store, route.limit, { admission, clientIp: ip, limits: rooms.config.limits }),
    );
  }
  return route.handle({
    rooms,
    admission,
    body,
    param: (name) => c.req.param(name) ?? '',
    query: (name) => c.req.query(name),
    clientIp: ip,
    requestId: c.get('requestId'),
    request,
    response,
    headers,
  });
}
