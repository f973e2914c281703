import { fetchOut } from '../lib/outgoing.ts';
import { DocentError, type ErrorCode, statusOfCode } from '../errors.ts';

/** A client of a running server, with an admin key. */
export type ApiClient = {
  /** @throws DocentError the server's error, `not_ready` when it does not answer */
  send<Answer>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer>;
};

export function createApiClient(url: string, key: string): ApiClient {
  return {
    async send<Answer>(method: 'GET' | 'POST', path: string, body?: unknown) {
      const response = await fetchOut(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }).catch((cause: unknown) => {
        throw new DocentError('not_ready', `The server at ${url} does not answer. Check --url.`, { cause });
      });
      const answer: unknown = await response.json().catch(() => null);
      if (response.ok) return answer as Answer;
      throw (
        errorOf(answer) ?? new DocentError('internal', `The server at ${url} answered ${response.status}.`)
      );
    },
  };
}

function errorOf(answer: unknown): DocentError | null {
  const { code, message } = (answer ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code !== 'string' || typeof message !== 'string' || !Object.hasOwn(statusOfCode, code))
    return null;
  return new DocentError(code as ErrorCode, message);
}
