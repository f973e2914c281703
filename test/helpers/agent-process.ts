/** An agent's worker as a process of its own, to be killed: prints `ready`, works until it is told to stop. */
import { writeSync } from 'node:fs';
import { createChecker } from '../../src/agent/checks/checker.ts';
import { jobKinds } from '../../src/agent/open-agent.ts';
import { openGithub } from '../../src/forges/github.ts';
import { createLog } from '../../src/lib/log.ts';
import { noTravel } from '../../src/deployments/index-travel.ts';
import type { SourceDeps } from '../../src/deployments/open-source.ts';
import { proveForAgent } from '../../src/proof/prove-for-agent.ts';
import { openStore } from '../../src/store/open-store.ts';
import { startEngine } from '../../src/work/engine.ts';
import { quickSettings } from './agent-deps.ts';
import { compatibleModel } from './agent-script.ts';

export type ProcessOptions = { storeUrl: string; forgeUrl: string; modelUrl: string; workFolder: string };

const { storeUrl, forgeUrl, modelUrl, workFolder } = JSON.parse(process.argv[2]!) as ProcessOptions;
const log = createLog('warn');
const store = await openStore({ url: storeUrl });
const checker = createChecker();
const model = await compatibleModel(modelUrl);
const kinds = jobKinds({
  store,
  log,
  settings: quickSettings,
  checker,
  workFolder,
  openRepository: async () => ({
    forge: openGithub({ url: forgeUrl, repository: 'acme/site', credentials: { token: 'tok-secret' } }),
    docsRoot: 'docs',
  }),
  modelName: 'test/m',
  openModel: () => model,
  searchDocs: async () => 'Nothing.',
  signingKeyFile: null,
  prove: proveForAgent({
    store,
    log,
    indexFolder: workFolder,
    travel: noTravel,
    // Both sides are commits of the job's own clone.
    sources: { privateHosts: [] } as unknown as SourceDeps,
    models: [],
    vectors: null,
    config: { answers: { maskBeforeModel: false, prices: {}, firstTokenMs: 1000, creditsPerMonth: null } },
  }),
});
const engine = await startEngine(store, {
  place: 'here',
  kinds,
  log,
  times: { leaseMs: 1_200, renewMs: 150 },
  lookMs: 200,
});
writeSync(1, 'ready\n');
process.once('SIGTERM', async () => {
  await engine.stop();
  checker.close();
  await store.close();
  process.exit(0);
});
