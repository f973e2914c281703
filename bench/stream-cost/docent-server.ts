import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureProject, makeFirstKeys } from '../../src/accounts/ensure-project.ts';
import { openApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { createServer } from '../../src/http/server.ts';
import { deploy } from '../../src/deployments/deploy.ts';
import { pacedModel } from './paced-model.ts';
import { serveBench } from './serve-bench.ts';

/** The whole of Docent: key, limits, thread, search over its own docs, citations, the stored turn. */
const data = mkdtempSync(join(tmpdir(), 'docent-bench-'));
process.on('exit', () => rmSync(data, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit());
const unlimited = {
  DOCENT_LIMIT_ASSISTANT_PER_HOUR: '1000000',
  DOCENT_LIMIT_ASSISTANT_PER_IP_PER_DAY: '1000000',
  DOCENT_LIMIT_STREAMS_PER_IP: '100000',
  DOCENT_LIMIT_STREAMS_PER_ORGANIZATION: '100000',
};
const app = await openApp(loadConfig({ port: 0, dataFolder: data }, unlimited));
const { project } = await ensureProject(app.store, { folder: join(import.meta.dirname, '../../docs') });
const keys = await makeFirstKeys(app.store, project);
await deploy(app, project);
serveBench(
  createServer({ ...app, models: [pacedModel] }),
  `/discovery/v2/assistant/${project.domain}/message`,
  {
    authorization: `Bearer ${keys!.assistantKey}`,
  },
);
