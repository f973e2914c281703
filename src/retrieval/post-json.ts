import { APICallError } from '@ai-sdk/provider';
import { fetchOut } from '../lib/outgoing.ts';

/**
 * Posts JSON to a service and returns its unvalidated answer.
 * @throws APICallError without the request or response body, as both may be secret; the signal's reason
 */
export async function postJson(
  url: string,
  key: string | undefined,
  body: object,
  signal: AbortSignal,
): Promise<unknown> {
  const failed = (message: string, rest: { statusCode?: number; cause?: unknown; isRetryable?: boolean }) =>
    new APICallError({ message, url, requestBodyValues: {}, ...rest });
  const headers = {
    'content-type': 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  const response = await fetchOut(url, { method: 'POST', headers, body: JSON.stringify(body), signal }).catch(
    (cause: unknown) => {
      signal.throwIfAborted();
      throw failed('The service cannot be reached.', { cause, isRetryable: true });
    },
  );
  if (response.ok) return response.json();
  await response.body?.cancel();
  throw failed(`The service answered ${response.status}.`, { statusCode: response.status });
}
