import { z } from '@hono/zod-openapi';
import { type ErrorCode, statusOfCode } from '../errors.ts';
import { DataParts } from '../protocol/v2/data-parts.ts';
import { heedsIdempotencyKey, type HttpApp, type Route, type Scope } from './route.ts';

const errorSchema = z
  .object({
    error: z.string(),
    message: z.string().describe('The same text as `error`.'),
    code: z.enum(Object.keys(statusOfCode) as [ErrorCode, ...ErrorCode[]]),
    requestId: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .openapi('Error');

const idempotencyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe(
      'Any text of printable ASCII. The same request with the same key is done once in 24 hours and gets the same answer; with another body it is a `conflict`.',
    ),
});

const always: ErrorCode[] = ['cross_site_request', 'not_found', 'internal', 'not_ready'];
const withKey: ErrorCode[] = [
  'missing_key',
  'invalid_key',
  'expired_key',
  'wrong_key_kind',
  'ip_not_allowed',
  'insufficient_scope',
];
const withBody: ErrorCode[] = ['invalid_json', 'invalid_request', 'body_too_large', 'unsupported_media_type'];

/** Adds a route to the OpenAPI document, from the schemas that validate its requests. */
function describeRoute<Body, To extends Scope, Filter>(app: HttpApp, route: Route<Body, To, Filter>): void {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const codes = [
    ...always,
    ...(route.key === 'none' ? [] : withKey),
    ...(route.key === 'assistant' ? (['origin_not_allowed', 'invalid_reader'] as const) : []),
    ...(route.key === 'admin' ? (['insufficient_role'] as const) : []),
    ...(route.filter === undefined ? [] : (['invalid_request'] as const)),
    ...(route.body === undefined ? [] : withBody),
    ...(route.limit === undefined ? [] : (['rate_limited'] as const)),
    ...(heedsIdempotencyKey(route) ? (['invalid_request', 'conflict'] as const) : []),
    ...(route.errors ?? []),
  ];
  app.openAPIRegistry.registerPath({
    method: route.method,
    path: route.path,
    summary: route.summary,
    tags: [route.tag],
    security: route.key === 'none' ? [] : [{ [`${route.key}Key`]: [] }, { session: [] }],
    request: {
      params: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))),
      ...(heedsIdempotencyKey(route) && { headers: idempotencyHeader }),
      ...(route.filter !== undefined && { query: route.filter as unknown as z.ZodObject }),
      ...(route.body !== undefined && {
        body: {
          required: route.body.optional !== true,
          content: { 'application/json': { schema: route.body.schema } },
        },
      }),
    },
    responses: {
      [route.success.status]: { description: route.success.description, content: route.success.content },
      ...(route.success.nothing !== undefined && { 204: { description: route.success.nothing } }),
      ...errorResponses(codes, route.errorShape?.schema),
    },
  });
}

function errorResponses(codes: ErrorCode[], schema: z.ZodType = errorSchema) {
  const byStatus = Object.groupBy([...new Set(codes)], (code) => String(statusOfCode[code]));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group]) => [
      status,
      {
        description: group!.map((code) => `\`${code}\``).join(', '),
        content: { 'application/json': { schema } },
      },
    ]),
  );
}

/** The OpenAPI 3.1 document of the routes. */
export function openApiDocument(app: HttpApp, routes: Route<never>[], serverUrl: string) {
  for (const route of routes) describeRoute(app, route);
  app.openAPIRegistry.register('V2DataParts', DataParts);
  for (const kind of ['assistant', 'admin']) {
    app.openAPIRegistry.registerComponent('securitySchemes', `${kind}Key`, {
      type: 'http',
      scheme: 'bearer',
      description: kind === 'assistant' ? 'A public key, `svc_dsc_…`.' : 'A secret key, `svc_…`.',
    });
  }
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-docent',
    description: 'Of a signed-in person, from this server’s own pages.',
  });
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Docent',
      version: '1',
      description: 'Cited answers and pull requests from your documentation.',
    },
    servers: [{ url: serverUrl }],
  });
}
