import { createHmac } from 'node:crypto';
import { eventually } from './eventually.ts';
import { post, type TestServer } from './server.ts';

type Server = Pick<TestServer, 'url' | 'projectId' | 'domain'> & { assistantKey?: string; adminKey?: string };

type ShownDeployment = {
  _id: string;
  status: string;
  summary: string;
  cause: string;
  endedAt: string | null;
  logs: string[];
};

/** Asks a server of its own API; the body is parsed. */
export async function ask(server: Server, method: string, path: string, body?: unknown) {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

/** Has the docs read again, and waits until it is over. */
export async function update(server: Server, body?: unknown): Promise<ShownDeployment> {
  const started = await ask(server, 'POST', `/v1/project/update/${server.projectId}`, body);
  if (started.status !== 202) throw new Error(JSON.stringify(started.body));
  return ended(server, started.body.statusId);
}

/** A deployment once it is over. */
export function ended(server: Server, id: string): Promise<ShownDeployment> {
  return eventually(
    async () => (await ask(server, 'GET', `/v1/project/update-status/${id}`)).body,
    ({ endedAt }) => endedAt !== null,
  );
}

/** The paths that a search finds, best first. */
export async function found(server: Server, query: string, domain = server.domain): Promise<string[]> {
  const answer = await post(`${server.url}/discovery/v1/search/${domain}`, server.assistantKey, { query });
  const results = (await answer.json()) as { path: string }[];
  if (!answer.ok) throw new Error(JSON.stringify(results));
  return results.map(({ path }) => path);
}

/** A push as GitHub sends it. */
export function githubPush(
  server: Server,
  secret: string,
  { branch = 'main', delivery = 'd-1', event = 'push', ...rest }: Record<string, unknown> = {},
): Promise<Response> {
  const body = JSON.stringify({
    ref: `refs/heads/${branch}`,
    before: '1'.repeat(40),
    after: '2'.repeat(40),
    repository: { full_name: 'acme/docs', default_branch: 'main' },
    ...rest,
  });
  return fetch(`${server.url}/v1/webhooks/${server.projectId}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/044aadd',
      'x-github-event': String(event),
      'x-github-delivery': String(delivery),
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
  });
}
