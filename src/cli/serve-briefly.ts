import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureProject } from '../accounts/ensure-project.ts';
import { openApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { requireFolder } from '../content/sources/folder.ts';
import { deploy } from '../deployments/deploy.ts';
import { closeServer, listen } from '../http/listen.ts';
import { createServer } from '../http/server.ts';
import { readConfig } from './read-config.ts';
import { showProgress } from './progress.ts';

/**
 * Serves a folder on this machine while `use` runs, as `docent serve` would. It keeps nothing, and of the configuration takes
 * only where the site is: a database that is named there is left alone.
 * @param use gets the address of the docs
 */
export async function serveBriefly<Result>(
  { folder, built }: { folder: string; built: string | undefined },
  use: (address: string) => Promise<Result>,
): Promise<Result> {
  requireFolder(folder);
  const { baseUrl } = readConfig({});
  const dataFolder = await mkdtemp(join(tmpdir(), 'docent-served-'));
  const settings = {
    DOCENT_EMBEDDING_MODEL: 'none',
    DOCENT_LOG_LEVEL: 'silent',
    DOCENT_DATABASE_THREAD: 'off',
  };
  const config = loadConfig({ port: 0, dataFolder }, settings);
  const app = await openApp(config);
  const server = createServer(app);
  try {
    const { project } = await ensureProject(app.store, { folder, baseUrl, built });
    await deploy(app, project, { onProgress: showProgress() });
    const url = await listen(server, config);
    app.listensAt(url);
    return await use(`${url}/${project.domain}`);
  } finally {
    app.stop();
    await closeServer(server, 0);
    await app.close();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
