import type { z } from 'zod';
import { fetchOut } from '../lib/outgoing.ts';
import { faultOfStatus, strange, unavailable } from './forge-fault.ts';

/** A forge's REST API for one repository. Only `headers` carry the token. */
export type Api = { forge: string; repository: string; url: string; headers: Record<string, string> };

export type ApiRequest<T> = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT';
  path: string;
  body?: unknown;
  /** The schema of the response. */
  answer: z.ZodType<T>;
  /** Statuses that mean "not found" (null) and are no fault. */
  none?: number[];
};

const timeout = 30_000;

/** One call of a forge's JSON API. @throws ForgeFault */
export async function callApi<T>(api: Api, request: ApiRequest<T>): Promise<T | null> {
  const { method = 'GET', path, answer } = request;
  const text = await callForText(api, request);
  if (text === null) return null;
  const json = parseJson(text);
  const parsed = answer.safeParse(json);
  if (!parsed.success || (json === undefined && text !== ''))
    throw strange(
      api.forge,
      new Error(`${method} ${path}: an answer of another shape`, { cause: parsed.error }),
    );
  return parsed.data;
}

/**
 * The same for a response that is not JSON.
 * @param read reads the body
 * @throws ForgeFault
 */
export async function callForText(
  api: Api,
  { method = 'GET', path, body, none = [] }: Omit<ApiRequest<unknown>, 'answer'>,
  read = (response: Response): Promise<string> => response.text(),
): Promise<string | null> {
  let response: Response;
  let text: string;
  try {
    response = await fetchOnce(`${api.url}${path}`, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...api.headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    text = await read(response);
  } catch (error) {
    throw unavailable(api.forge, error);
  }
  if (none.includes(response.status)) return null;
  if (!response.ok) {
    throw faultOfStatus(
      api.forge,
      api.repository,
      response,
      new Error(`${method} ${path}: ${text.slice(0, 500)}`),
    );
  }
  return text;
}

/**
 * A fetch with a time limit that follows no redirect, so that a token never goes to another host.
 * A redirect becomes a 410: the repository was renamed.
 */
async function fetchOnce(input: string, init: RequestInit): Promise<Response> {
  const response = await fetchOut(input, {
    ...init,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  });
  const redirects = [301, 302, 303, 307, 308].includes(response.status);
  return redirects
    ? new Response('{"message":"moved"}', { status: 410, headers: { 'content-type': 'application/json' } })
    : response;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
