/** What the server answered instead of success, in its own words. */
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
}

type ErrorBody = {
  message: string;
  code: string;
  requestId: string;
  details: { path: string; message: string }[];
};

/** This header tells the server that a page of its own is asking, which no other site can send with the cookie. */
export const ownPage = { 'x-docent-request': '1' };

/**
 * Keys of requests that nobody has answered yet: who sends the same again, by a second click or because the connection
 * broke, sends the same key, and the server does it once.
 */
const unanswered = new Map<string, string>();

/** What a proxy says when it does not know what became of a request. */
const isUnknown = (status: number) => status === 502 || status === 503 || status === 504;

/** @throws RequestError for every answer that is not 2xx, and when there is none */
export async function request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const sent = `${path} ${text}`;
  const key = method === 'POST' ? (unanswered.get(sent) ?? crypto.randomUUID()) : undefined;
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

/** Says what happens when the session turns out to have ended while a page was open. */
export function onSessionEnd(handler: () => void): void {
  sessionEnded = handler;
}

export async function readError(response: Response): Promise<RequestError> {
  const body = (await response
    .json()
    .catch(() => ({ message: `The server answered with status ${response.status}.` }))) as Partial<ErrorBody>;
  // Without a session a request has no key at all; wrong passwords have a code of their own.
  if (response.status === 401 && body.code === 'missing_key') sessionEnded();
  return new RequestError(response.status, body);
}

/** A path with its query; empty and missing values are left out. */
export function withQuery(path: string, query: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given as [string, string][])}`;
}
