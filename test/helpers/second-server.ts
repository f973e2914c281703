import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { closeServer, listen } from '../../src/http/listen.ts';
import { createServer } from '../../src/http/server.ts';
import type { TestServer } from './server.ts';

/** Another server for what `first` serves. */
export async function secondServer(
  t: TestContext,
  first: TestServer,
  settings: Record<string, string>,
  work?: string[],
): Promise<TestServer> {
  const data = await mkdtemp(join(tmpdir(), 'docent-data-'));
  const config = loadConfig({ port: 0, dataFolder: data }, { ...settings, DOCENT_LOG_LEVEL: 'silent' });
  const app = await openApp(config);
  const server = createServer(app);
  const url = await listen(server, config);
  app.listensAt(url);
  await app.start(work);
  t.after(async () => {
    app.stop();
    await closeServer(server, 2_000);
    await app.close();
    await rm(data, { recursive: true, force: true });
  });
  return { ...first, app, url };
}
