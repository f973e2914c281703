import type { DocentError } from '../errors.ts';

/** The body of every answer that is not 2xx; clients show it raw, so it is never empty. */
export type ErrorBody = {
  error: string;
  message: string;
  code: string;
  requestId: string;
  details?: { path: string; message: string }[];
};

/** An error as the response body that the API documents. */
export function errorBody(error: DocentError, requestId: string): ErrorBody {
  const { message, code, details } = error;
  return { error: message, message, code, requestId, ...(details !== undefined && { details }) };
}

/** A JSON response that is never cached. The caller names `Body`: the documented type of the route. */
export function json<Body = never>(
  status: number,
  body: NoInfer<Body>,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });
}
