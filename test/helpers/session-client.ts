import type { TestServer } from './server.ts';

/** What a page of the dashboard can do: fetch from its own origin, with the cookie that the browser keeps for it. */
export type SessionClient = {
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string): Promise<Answer>;
  cookie(): string | undefined;
};
type Answer = { status: number; headers: Headers; text: string; body: any };

/** A browser without a session, on a page of this server. */
export function sessionClient(server: Pick<TestServer, 'url'>): SessionClient {
  let cookie: string | undefined;
  const send: SessionClient['send'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(server.url + path, {
      method: method.toUpperCase(),
      redirect: 'manual',
      headers: {
        'sec-fetch-site': 'same-origin',
        'x-docent-request': '1',
        ...(cookie !== undefined && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      if (pair.startsWith('__Host-docent=')) cookie = pair.endsWith('=') ? undefined : pair;
    }
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : null };
  };
  return { send, get: (path) => send('GET', path), cookie: () => cookie };
}
