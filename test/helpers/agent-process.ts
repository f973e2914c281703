/** An agent's worker as a process of its own, to be killed: prints `ready`, works until it is told to stop. */
import { writeSync } from 'node:fs';
import { createChecker } from '../../src/agent/checks/checker.ts';
import { createInProcessQueue } from '../../src/agent/in-process-queue.ts';
import { openPgBossQueue } from '../../src/agent/pg-boss-queue.ts';
import { startWorker } from '../../src/agent/worker.ts';
import { openGithub } from '../../src/forges/github.ts';
import { createLog } from '../../src/lib/log.ts';
import { openStore } from '../../src/store/open-store.ts';
import { quickSettings } from './agent-deps.ts';
import { compatibleModel } from './agent-script.ts';

export type ProcessOptions = { storeUrl: string; forgeUrl: string; modelUrl: string; workFolder: string };

const { storeUrl, forgeUrl, modelUrl, workFolder } = JSON.parse(process.argv[2]!) as ProcessOptions;
const log = createLog('warn');
const store = await openStore({ url: storeUrl });
const queue = store.kind === 'postgres' ? await openPgBossQueue(storeUrl, log) : createInProcessQueue();
const checker = createChecker();
const model = await compatibleModel(modelUrl);
const worker = await startWorker(
  {
    store,
    log,
    settings: quickSettings,
    checker,
    workFolder,
    openForge: async () => ({
      forge: openGithub({ url: forgeUrl, repository: 'acme/site', credentials: { token: 'tok-secret' } }),
      docsRoot: 'docs',
    }),
    modelName: 'test/m',
    openModel: () => model,
    searchDocs: async () => 'Nothing.',
  },
  queue,
);
writeSync(1, 'ready\n');
process.once('SIGTERM', async () => {
  await worker.stop();
  await checker.close();
  await store.close();
  process.exit(0);
});
