import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureProject, makeFirstKeys } from '../../src/accounts/ensure-project.ts';
import { type App, openApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { closeServer, listen } from '../../src/http/listen.ts';
import { createServer } from '../../src/http/server.ts';
import type { Model } from '../../src/models/model.ts';
import { deploy } from '../../src/deployments/deploy.ts';
import { docsFolder, exampleDocs } from './docs-folder.ts';
import { createSqliteFile } from './sqlite.ts';

export type TestServer = {
  url: string;
  domain: string;
  projectId: string;
  assistantKey: string;
  adminKey: string;
  docs: string;
  app: App;
  /** @param graceMs the time for open streams to finish */
  close(graceMs?: number): Promise<void>;
};

type Options = {
  docs?: Record<string, string>;
  /** In place of the extractive model. */
  model?: Model;
  /** Beside the first: what answers when it cannot, or is chosen. */
  otherModels?: Model[];
  /** Settings, as the environment would give them. */
  settings?: Record<string, string>;
  /** Kinds of background work that it does. */
  work?: string[];
};

/** A whole server of this process on a free port, over a temporary folder of docs. */
export async function startServer({
  docs = exampleDocs,
  model,
  otherModels = [],
  settings = {},
  work = ['deployment', 'copy', 'embedding'],
}: Options = {}): Promise<TestServer> {
  const folder = await docsFolder(docs);
  const data = await mkdtemp(join(tmpdir(), 'docent-data-'));
  // Most tests are not about queryVector, and the model takes a second and 300 MB to load; a thread takes its time, too.
  const defaults = {
    DOCENT_LOG_LEVEL: 'silent',
    DOCENT_EMBEDDING_MODEL: 'none',
    DOCENT_DATABASE_THREAD: 'off',
  };
  const config = loadConfig({ port: 0, dataFolder: data }, { ...defaults, ...settings });
  const ownFile = join(data, 'docent.sqlite');
  if (config.databaseUrl === `sqlite:${ownFile}`) await createSqliteFile(ownFile);
  const opened = await openApp(config);
  const app = { ...opened, models: [...(model === undefined ? opened.models : [model]), ...otherModels] };
  const server = createServer(app);
  const url = await listen(server, config);
  app.listensAt(url);
  const { project } = await ensureProject(app.store, { folder: folder.path, baseUrl: config.baseUrl });
  const keys = await makeFirstKeys(app.store, project);
  await deploy(app, project);
  await app.indexes.warm(project);
  if (work.length > 0) await app.start(work);
  return {
    url,
    domain: project.domain,
    projectId: project.id,
    ...keys!,
    docs: folder.path,
    app,
    async close(graceMs = 2_000) {
      app.stop();
      await closeServer(server, graceMs, app.interrupt);
      await app.close();
      await folder.remove();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Sends JSON with a key; undefined leaves it out. */
export function post(
  url: string,
  key: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
