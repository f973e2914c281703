import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import {
  type Admission,
  admit,
  admitPerson,
  admitToOrganization,
  type OrganizationAdmission,
  type PersonAdmission,
} from '../accounts/admit.ts';
import { findPublicKey } from '../accounts/ask-page-key.ts';
import { type AuditEvent, withAudit, recordAuditEvent } from '../accounts/audit-event.ts';
import { clientIp } from '../accounts/client-ip.ts';
import {
  type Consumer,
  consumeLimits,
  countArrival,
  countAtOnce,
  type LimitName,
} from '../accounts/rate-limits.ts';
import type { Role } from '../store/people-tables.ts';
import { findSignedIn, type SignedIn } from '../accounts/session.ts';
import type { Reader } from '../accounts/reader-token.ts';
import { DocentError, type ErrorCode } from '../errors.ts';
import { validate } from '../protocol/validate.ts';
import type { Deps } from './deps.ts';
import { readIdempotencyKey } from '../lib/idempotency-key.ts';
import { answerOnce } from './answer-once.ts';
import { openCors, preflight } from './cors.ts';
import { readJson } from './read-body.ts';
import { findReader, type ReaderAccess, readerAccess } from './reader-access.ts';
import { refuseOtherSites, requireSameSite, sessionSecret } from './session-cookie.ts';

/** `headers` are sent with every response, errors included: request id, CORS, rate limits. */
type Env = {
  Bindings: HttpBindings;
  Variables: { requestId: string; headers: Record<string, string>; errorShape?: ErrorShape | undefined };
};
export type HttpApp = OpenAPIHono<Env>;
export type HttpContext = Context<Env>;

/** What a request is admitted to, by the resource in the route's path. */
type Admitted = {
  project: Admission;
  organization: OrganizationAdmission;
  person: PersonAdmission;
  anyone: { signedIn: SignedIn | null };
};
export type Scope = keyof Admitted;

/** An audit log entry, apart from the actor, time and address. */
export type Note = Partial<Pick<AuditEvent, 'action' | 'projectId' | 'actor' | 'target' | 'details'>> & {
  /** Null: no entry, because nothing was changed or the log was deleted. */
  organizationId?: string | null;
};

/** The error format of routes whose clients expect another one than ours. */
export type ErrorShape = { schema: z.ZodType; body(error: DocentError, requestId: string): object };

/** A handler's input: an admitted, validated, counted request. */
export type Call<Body, To extends Scope = 'project', Filter = unknown> = {
  deps: Deps;
  admission: Admitted[To];
  body: Body;
  filter: Filter;
  /** Path parameters and query. */
  param(name: string): string;
  query(name: string): string | undefined;
  /** The reader of the answer, on readers' endpoints. */
  reader: ReaderAccess;
  clientIp: string;
  requestId: string;
  request: IncomingMessage;
  /** For handlers that write the raw Node response; they send `headers` themselves. */
  response: ServerResponse;
  headers: Record<string, string>;
  /** Counts the request against a further limit. @throws DocentError `rate_limited` */
  count(limit: LimitName): Promise<void>;
  /** Whether the same request would still be admitted, for long streams. */
  isStillAdmitted(): Promise<boolean>;
  /** Adds to the audit log entry. */
  note(note: Note): void;
  /**
   * Makes a change in one transaction with its audit log entries; `work` must have called `note` by its end. Without
   * this, the entry is written after the change.
   */
  change<Result>(work: (store: Deps['store']) => Promise<Result>): Promise<Result>;
};

export type Route<Body, To extends Scope = 'project', Filter = unknown> = {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** In OpenAPI's form: `/discovery/v1/search/{domain}`. `{path}` may contain slashes. */
  path: string;
  summary: string;
  tag: string;
  /** `project` by default. */
  scope?: To;
  /** The kind of key; none for endpoints without authentication. */
  key: 'assistant' | 'admin' | 'none';
  /** The role that a person needs; by default viewer to read and admin to change. */
  role?: Role;
  /** Only for operators of the server, whatever the organization. */
  operator?: true;
  /** Documents and validates the query. */
  filter?: z.ZodType<Filter>;
  /** Documents and validates the body; without it no body is read. */
  body?: {
    schema: z.ZodType;
    /** One limit, or a lower one for public keys and a higher one for identified callers. */
    maxBytes: number | { public: number; known: number };
    /** The body may be absent; `parse` then gets undefined. */
    optional?: boolean;
    parse(body: unknown, call: { request: IncomingMessage; bytes: number }): Body;
  };
  /** Whether a request without a key uses the key of the project's public page, if there is one. */
  orPublicPage?: true;
  /** False: the response contains nothing of the docs, so it never needs a reader token. */
  showsDocs?: boolean;
  /** The access groups in the request. */
  groups?(body: Body, filter: Filter): string[] | undefined;
  limit?: LimitName;
  /** The name of the action in the audit log; by default the method and path. */
  action?: string;
  /** Knows by itself a request that comes again: what it makes holds the `Idempotency-Key` from the first moment. */
  knowsKeys?: true;
  success: { status: number; description: string; content?: Record<string, { schema: z.ZodType }> };
  /** In addition to those that every route can return. */
  errors?: ErrorCode[];
  errorShape?: ErrorShape;
  handle(call: Call<Body, To, Filter>): Promise<Response>;
};

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
  const ip = clientIp(
    request.socket.remoteAddress,
    request.headers['x-forwarded-for'],
    deps.config.trustedProxies,
  );
  const { admission, reader } = await admitKnown(c, deps, route, ip);
  const consumer = { ...consumerOf(deps, ip, admission), reader: reader?.sub };
  const count = () => countArrival(deps.store, route.limit, consumer);
  // Then all limits are counted in one statement.
  const isRead = route.limit !== undefined && isSmall(request);
  const arrived = isRead ? null : await count();
  // Admin keys are not for scripts in pages.
  if ('by' in admission && admission.by === 'admin')
    for (const name of Object.keys(openCors)) delete headers[name];
  const { filter, body } = await readInput(c, route, admission, reader).catch(async (refusal: unknown) => {
    if (arrived === null) await count();
    throw refusal;
  });
  if (route.limit !== undefined) {
    const counted =
      arrived === null
        ? countAtOnce(deps.store, route.limit, consumer)
        : consumeLimits(deps.store, route.limit, consumer, arrived);
    Object.assign(headers, await counted);
  }
  const access = isForReaders(admission, route)
    ? readerAccess(reader, admission, route.groups?.(body, filter))
    : { sub: null, groups: [] };
  const notes: Note[] = [];
  const action = route.action ?? `${route.method} ${route.path}`;
  const isLogged = route.key === 'none' || (route.key === 'admin' && route.method !== 'get');
  const auditEvents = () => (isLogged ? auditEventsOf(action, admission, notes.splice(0), ip) : []);
  let entered = !isLogged;
  const handle = async () => {
    const handled = await route.handle({
      deps,
      admission,
      body,
      filter,
      param: (name) => c.req.param(name) ?? '',
      query: (name) => c.req.query(name),
      reader: access,
      clientIp: ip,
      requestId: c.get('requestId'),
      request,
      response,
      headers,
      async count(limit) {
        await consumeLimits(deps.store, limit, consumer, await countArrival(deps.store, limit, consumer));
      },
      isStillAdmitted: () => admitTo(c, deps, route, ip).then(Boolean, () => false),
      note: (note) => void notes.push(note),
      async change(work) {
        const result = await withAudit(deps.store, work, auditEvents);
        entered = true;
        return result;
      },
    });
    if (!entered) for (const event of auditEvents()) await recordAuditEvent(deps.store, event);
    return handled;
  };
  const key = repeatableKey(request, route);
  if (key === undefined) return handle();
  const { method = '', url = '' } = request;
  const credential = request.headers.authorization ?? sessionSecret(request) ?? '';
  return answerOnce(deps, { key, credential, method, url, body }, handle);
}

/** The validated query and body. @throws DocentError for those that are not as the route says */
async function readInput<Body, Filter>(
  c: HttpContext,
  route: Pick<Route<Body, Scope, Filter>, 'filter' | 'body'>,
  admission: object,
  reader: Reader | null,
): Promise<{ filter: Filter; body: Body }> {
  const request = c.env.incoming;
  const filter = route.filter === undefined ? (undefined as Filter) : validate(route.filter, c.req.query());
  if (route.body === undefined) return { filter, body: undefined as Body };
  const isAbsent = route.body.optional === true && isEmpty(request);
  const maxBytes = maxBytesOf(route.body.maxBytes, admission, reader);
  const read = isAbsent ? noBody : await readJson(request, maxBytes);
  return { filter, body: route.body.parse(read.body, { request, bytes: read.bytes }) };
}

/** The `Idempotency-Key` of a request that makes something. */
function repeatableKey<Body, To extends Scope, Filter>(
  { headers }: IncomingMessage,
  route: Route<Body, To, Filter>,
): string | undefined {
  if (!heedsIdempotencyKey(route) || route.knowsKeys) return undefined;
  return readIdempotencyKey(headers['idempotency-key']);
}

/** Whether a request that comes again with the same `Idempotency-Key` is done once. */
export function heedsIdempotencyKey({ method, key }: { method: string; key: string }): boolean {
  return method === 'post' && key === 'admin';
}

/** The fields of a route that decide about admission. */
type Gate<To extends Scope> = Pick<
  Route<never, To>,
  'path' | 'key' | 'role' | 'scope' | 'operator' | 'orPublicPage'
>;

/** Admits a request, and tells whose it is. One that is refused counts against its address. */
async function admitKnown<To extends Scope>(
  c: HttpContext,
  deps: Deps,
  route: Gate<To> & Pick<Route<never, To>, 'limit' | 'showsDocs'>,
  ip: string,
): Promise<{ admission: Admitted[To]; reader: Reader | null }> {
  try {
    const admission = await admitTo(c, deps, route, ip);
    const isReaders = isForReaders(admission, route);
    const reader =
      isReaders && route.showsDocs !== false ? await findReader(deps, admission, c.env.incoming) : null;
    return { admission, reader };
  } catch (refusal) {
    await countArrival(deps.store, route.limit, consumerOf(deps, ip, {}));
    throw refusal;
  }
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

/** Endpoints for public keys show a project's docs to its readers. */
function isForReaders(admission: object, { key }: { key: string }): admission is Admission {
  return key === 'assistant' && 'project' in admission;
}

function consumerOf({ config }: Deps, clientIp: string, admission: object): Consumer {
  const { organization, project, key } = admission as Partial<Admission>;
  return {
    admission: { ...(organization && { organization }), ...(project && { project }), ...(key && { key }) },
    clientIp,
    limits: config.limits,
  };
}

const noBody = { body: undefined, bytes: 0 };

const smallBytes = 64 * 1024;

/** A body that is read at once: no more of it can be on its way than the sockets hold. */
function isSmall({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= smallBytes;
}

/** https://www.rfc-editor.org/rfc/rfc9112#section-6.3 */
function isEmpty({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

/** @throws DocentError as the admission; `cross_site_request` when another site uses a person's session */
async function admitTo<To extends Scope>(
  c: HttpContext,
  { store }: Deps,
  { path, key, role, scope, operator, orPublicPage }: Gate<To>,
  ip: string,
): Promise<Admitted[To]> {
  const { incoming } = c.env;
  const { origin } = incoming.headers;
  const authorization =
    incoming.headers.authorization ??
    (orPublicPage ? await publicKey(store, c.req.param('domain')) : undefined);
  const secret = authorization === undefined ? sessionSecret(incoming) : undefined;
  const signedIn = await findSignedIn(store, secret);
  const method = incoming.method ?? 'GET';
  // These pages are opened by links or by the identity provider; other sites cannot read the responses.
  const isPage = key === 'none' && method === 'GET';
  if (signedIn !== null && !isPage) requireSameSite(incoming);
  if (key === 'none' && !isPage) refuseOtherSites(incoming);
  const kind = key === 'assistant' ? key : 'admin';
  const request = { authorization, signedIn, kind, clientIp: ip, origin, method, role, operator } as const;
  const admitted = async (): Promise<Admitted[Scope]> => {
    switch (scope as Scope | undefined) {
      case 'anyone':
        return { signedIn };
      case 'person':
        return admitPerson(store, request);
      case 'organization':
        return admitToOrganization(store, { ...request, organization: c.req.param('organization') });
      default:
        return admit(store, {
          ...request,
          target: /\{(domain|projectId)\}/.test(path)
            ? { domain: c.req.param('domain'), projectId: c.req.param('projectId') }
            : 'own',
        });
    }
  };
  return (await admitted()) as Admitted[To];
}

async function publicKey(store: Deps['store'], domain: string | undefined): Promise<string | undefined> {
  const key = await findPublicKey(store, domain);
  return key === undefined ? undefined : `Bearer ${key}`;
}

/** Every change leaves an entry, with or without a note; changes outside an organization have no log. */
function auditEventsOf(
  action: string,
  admission: Partial<Admission & PersonAdmission>,
  notes: Note[],
  ip: string,
): AuditEvent[] {
  const known = {
    action,
    organizationId: admission.organization?.id,
    projectId: admission.project?.id ?? null,
    actor: admission.actor,
  };
  return (notes.length > 0 ? notes : [{}]).flatMap((note): AuditEvent[] => {
    const { organizationId, actor, ...event } = { ...known, ...note };
    return organizationId == null || actor === undefined ? [] : [{ ...event, organizationId, actor, ip }];
  });
}
