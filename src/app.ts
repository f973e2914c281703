import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { keepRetention } from './accounts/keep-retention.ts';
import type { Config } from './config.ts';
import { DocentError } from './errors.ts';
import { createDashboard } from './http/dashboard/dashboard.ts';
import type { Rooms } from './http/rooms.ts';
import { keepGaps } from './insights/keep-gaps.ts';
import { wordVectors } from './insights/question-vectors.ts';
import { createLog } from './lib/log.ts';
import { deployFolder } from './publish/deploy-folder.ts';
import { openModels } from './models/registry.ts';
import { createLiveIndexes } from './publish/live-indexes.ts';
import { questionTerms } from './retrieval/question-terms.ts';
import { openStore } from './store/open-store.ts';

/** The house, wired: the only file that knows every room. */
export type App = Rooms & { indexFolder: string; stop(): void; close(): Promise<void> };

/**
 * Opens the state and wires the rooms; nothing listens yet.
 * @throws DocentError `not_ready` when the data folder or the database cannot be used, `invalid_request` for a model
 *   that cannot be opened
 */
export async function openApp(config: Config): Promise<App> {
  const log = createLog(config.logLevel);
  const indexFolder = join(config.dataFolder, 'indexes');
  makeFolder(indexFolder);
  const models = await openModels(config.models, questionTerms);
  const store = await openStore({ url: config.databaseUrl }).catch((cause: unknown) => {
    throw new DocentError(
      'not_ready',
      'The database cannot be opened. Check DOCENT_DATABASE_URL and the data folder.',
      { cause },
    );
  });
  const indexes = createLiveIndexes(store, indexFolder);
  const retention =
    config.retentionDays === null ? undefined : keepRetention(store, config.retentionDays, log);
  const gaps = keepGaps(store, async () => wordVectors, log);
  let stopping = false;
  const deploying = new Set<Promise<unknown>>();
  return {
    config,
    log,
    store,
    indexes,
    indexFolder,
    dashboard: createDashboard({ dataFolder: config.dataFolder, log }),
    startDeployment(project) {
      const deployment = deployFolder({ store, indexFolder }, project)
        .catch((error: unknown) => log.warn({ projectId: project.id, error }, 'docs not deployed'))
        .finally(() => deploying.delete(deployment));
      deploying.add(deployment);
    },
    models,
    stopping: () => stopping,
    stop() {
      stopping = true;
    },
    async close() {
      await Promise.all(deploying);
      retention?.stop();
      await gaps.stop();
      indexes.close();
      await store.close();
    },
  };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new DocentError(
      'not_ready',
      `The data folder ${folder} cannot be written. Choose another with --data.`,
      { cause },
    );
  }
}
