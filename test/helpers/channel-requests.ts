import { eventually } from './eventually.ts';
import type { ModelServer } from './model-server.ts';
import type { TestServer } from './server.ts';

/** Settings of a server whose model is this one. */
export const environmentOf = (model: ModelServer) => ({
  DOCENT_MODEL: 'compatible/m',
  DOCENT_MODEL_URL: `${model.url}/v1`,
  DOCENT_BASE_URL: 'https://docs.harbour.example',
});

/** A request to the management API, about the server's project. */
export async function manage(server: TestServer, method: string, path: string, body?: object) {
  const response = await fetch(`${server.url}/manage/v1/projects/${server.projectId}${path}`, {
    method,
    headers: { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

export const setChannels = (server: TestServer, channels: object) =>
  manage(server, 'PATCH', '', { settings: { channels } });

/** Waits until every question from a channel is answered. */
export const settled = (server: TestServer) =>
  eventually(
    () => server.app.store.db.selectFrom('work').selectAll().where('kind', '=', 'channel').execute(),
    (waiting) => waiting.length === 0,
  );
