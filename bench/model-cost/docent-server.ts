import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureProject, makeFirstKeys } from '../../src/accounts/ensure-project.ts';
import { openApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { createServer } from '../../src/http/server.ts';
import { deploy } from '../../src/deployments/deploy.ts';
import { serveBench } from '../stream-cost/serve-bench.ts';

/** The whole of Docent with a model over HTTP: limits, search, prompt, SSE, citations, the stored turn. */
const data = mkdtempSync(join(tmpdir(), 'docent-bench-'));
process.on('exit', () => rmSync(data, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit());
const modelUrl = process.env['MODEL_URL']!;
const settings = {
  DOCENT_LIMIT_ASSISTANT_PER_HOUR: '1000000',
  DOCENT_LIMIT_ASSISTANT_PER_IP_PER_DAY: '1000000',
  DOCENT_LIMIT_STREAMS_PER_IP: '100000',
  DOCENT_LIMIT_STREAMS_PER_ORGANIZATION: '100000',
  DOCENT_MODEL: `${process.env['PROVIDER']}/bench`,
  DOCENT_MODEL_URL: modelUrl,
  OPENAI_BASE_URL: modelUrl,
  OPENAI_API_KEY: 'bench',
  ANTHROPIC_BASE_URL: modelUrl,
  ANTHROPIC_API_KEY: 'bench',
  GOOGLE_BASE_URL: modelUrl.replace(/v1$/, 'v1beta'),
  GOOGLE_GENERATIVE_AI_API_KEY: 'bench',
};
const app = await openApp(loadConfig({ port: 0, dataFolder: data }, settings));
const { project } = await ensureProject(app.store, { folder: join(import.meta.dirname, '../../docs') });
const keys = await makeFirstKeys(app.store, project);
await deploy(app, project);
serveBench(createServer(app), `/discovery/v2/assistant/${project.domain}/message`, {
  authorization: `Bearer ${keys!.assistantKey}`,
});
