import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Admission, OrganizationAdmission, PersonAdmission } from '../accounts/admit.ts';
import type { AuditEvent } from '../accounts/audit-event.ts';
import type { LimitName } from '../accounts/rate-limits.ts';
import type { SignedIn } from '../accounts/session.ts';
import type { DocentError, ErrorCode } from '../errors.ts';
import type { Role } from '../store/people-tables.ts';
import type { Deps } from './deps.ts';
import type { ReaderAccess } from './reader-access.ts';

/** `headers` are sent with every response, errors included: request id, CORS, rate limits. */
type Env = {
  Bindings: HttpBindings;
  Variables: { requestId: string; headers: Record<string, string>; errorShape?: ErrorShape | undefined };
};
export type HttpApp = OpenAPIHono<Env>;
export type HttpContext = Context<Env>;

/** What a request is admitted to, by the resource in the route's path. */
export type Admitted = {
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

/** The error format, for clients that expect another one than ours. */
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
  /** Whether an OAuth access token for the project's MCP server opens it. */
  orAccessToken?: true;
  /** False: the response contains nothing of the docs, so it never needs a reader token. */
  showsDocs?: boolean;
  /** The access groups in the request. */
  groups?(body: Body, filter: Filter): string[] | undefined;
  limit?: LimitName;
  /** The name of the action in the audit log; by default the method and path. */
  action?: string;
  /** The handler recognizes repeated requests itself: it stores the `Idempotency-Key` with what it creates. */
  knowsKeys?: true;
  success: {
    status: number;
    description: string;
    content?: Record<string, { schema: z.ZodType }>;
    /** When it answers 204 instead. */
    nothing?: string;
  };
  /** In addition to those that every route can return. */
  errors?: ErrorCode[];
  errorShape?: ErrorShape;
  handle(call: Call<Body, To, Filter>): Promise<Response>;
};

/** Whether requests with the same `Idempotency-Key` are handled once. */
export function heedsIdempotencyKey({ method, key }: { method: string; key: string }): boolean {
  return method === 'post' && key === 'admin';
}
