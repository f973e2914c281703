import { randomId } from './random-id.ts';

/** An error response of the server, with its message. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly details: { path: string; message: string }[];

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? 'The server could not be reached. Check that it runs, then try again.');
    this.name = 'RequestError';
    this.status = status;
    this.code = body.code ?? 'unreachable';
    this.requestId = body.requestId;
    this.details = body.details ?? [];
  }

  /** The problems that the message does not tell. */
  get further(): typeof this.details {
    return this.details.filter(({ message }) => !this.message.includes(message));
  }
}

type ErrorBody = {
  message: string;
  code: string;
  requestId: string;
  details: { path: string; message: string }[];
};

/** This header proves that a dashboard page sends the request: other sites cannot send it with the cookie. */
export const ownPage = { 'x-docent-request': '1' };

/**
 * Idempotency keys of unanswered requests. A repeated request, by a second click or after a broken connection, has the
 * same key, and the server handles it once.
 */
const unanswered = new Map<string, string>();

/** Status codes of proxies that do not know what became of a request. */
const isUnknown = (status: number) => status === 502 || status === 503 || status === 504;

/** @throws RequestError for every response that is not 2xx, and when there is none */
export async function request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const sent = `${path} ${text}`;
  const key = method === 'POST' ? (unanswered.get(sent) ?? randomId()) : undefined;
  if (key !== undefined) unanswered.set(sent, key);
  const response = await fetch(path, {
    method,
    headers: {
      ...ownPage,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
    },
    ...(text !== undefined && { body: text }),
  }).catch(() => {
    throw new RequestError(0, {});
  });
  if (!isUnknown(response.status)) unanswered.delete(sent);
  if (!response.ok) throw await readError(response);
  return response.status === 204 ? (undefined as Answer) : ((await response.json()) as Answer);
}

let sessionEnded = (): void => undefined;

/** Sets what happens when the session has ended while a page was open. */
export function onSessionEnd(handler: () => void): void {
  sessionEnded = handler;
}

export async function readError(response: Response): Promise<RequestError> {
  const body = (await response.json().catch(() => ({
    message: `The server answered with status ${response.status}. Try again in a moment.`,
  }))) as Partial<ErrorBody>;
  // Requests without a session have no key at all; a wrong password has its own code.
  if (response.status === 401 && body.code === 'missing_key') sessionEnded();
  return new RequestError(response.status, body);
}

/** A path with its query, without empty and missing values. */
export function withQuery(path: string, query: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given as [string, string][])}`;
}
