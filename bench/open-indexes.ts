// npm run bench -- open-indexes [PROJECTS]: what a server holds when each of so many projects is asked once: memory, open
// files, and how long a project takes that is not open. Each has a copy of the index of Docent's own docs, with vectors. The
// server is started as people start one, with the embedding model, and searched over HTTP.
import { linkSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureProject, makeFirstKeys } from '../src/accounts/ensure-project.ts';
import { storeNewKey } from '../src/accounts/manage-keys.ts';
import { openApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { deploy } from '../src/deployments/deploy.ts';
import { newId } from '../src/lib/ids.ts';
import { addDeployment, findCurrentDeployment, setCurrentDeployment } from '../src/store/deployments.ts';
import { addProject } from '../src/store/projects.ts';
import { inTransaction } from '../src/store/store.ts';
import { type Server, start, stop } from './servers.ts';

type Asked = { domain: string; key: string };

const projects = Number(process.argv[2] ?? 10_000);
const data = mkdtempSync(join(tmpdir(), 'docent-bench-'));
const [first, ...others] = await addProjects();
// Of its 10,000 folders a server that also deploys would look at each.
const env = { DOCENT_ROLE: 'web', DOCENT_EMBEDDING_MODEL: 'minilm' };
const server = await start(['--project', first!.domain], env, first!.key, data);
const before = residentMegabytes(server);
const times: number[] = [];
for (const asked of [first!, ...others]) times.push(await search(server, asked));
times.sort((a, b) => a - b);
console.table({
  projects: times.length,
  'MB before': before,
  'MB after': residentMegabytes(server),
  'open files': readdirSync(`/proc/${server.process.pid}/fd`).length,
  'first search of a project, p50 ms': times[times.length >> 1]!.toFixed(1),
  'p95 ms': times[Math.floor(times.length * 0.95)]!.toFixed(1),
});
await stop(server);

async function addProjects(): Promise<Asked[]> {
  const app = await openApp(loadConfig({ dataFolder: data }, { DOCENT_LOG_LEVEL: 'silent' }));
  const { project } = await ensureProject(app.store, { folder: join(import.meta.dirname, '../docs') });
  const keys = await makeFirstKeys(app.store, project);
  await deploy(app, project);
  await app.revisions.now(project.id);
  const deployment = (await findCurrentDeployment(app.store, project.id))!;
  const added = [{ domain: project.domain, key: keys!.assistantKey }];
  // In one transaction: on the disk, 40,000 take minutes.
  await inTransaction(app.store, async (store) => {
    while (added.length < projects) {
      const own = { ...deployment, id: newId('dpl'), projectId: newId('prj') };
      const indexFile = `${own.id}.sqlite`;
      const domain = `p-${added.length}`;
      // Links: of 10,000 copies the disk would be the only thing measured.
      linkSync(join(app.indexFolder, deployment.indexFile!), join(app.indexFolder, indexFile));
      await addProject(store, { ...project, id: own.projectId, domain, currentDeploymentId: null });
      await addDeployment(store, { ...own, indexFile });
      await setCurrentDeployment(store, own);
      const key = { kind: 'assistant', projectId: own.projectId, name: domain } as const;
      const { secret } = await storeNewKey(store, project.organizationId, key);
      added.push({ domain, key: secret });
    }
  });
  app.stop();
  await app.close();
  return added;
}

/** Milliseconds of one search. */
async function search({ url }: Server, { domain, key }: Asked): Promise<number> {
  const begun = performance.now();
  const response = await fetch(`${url}/discovery/v1/search/${domain}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'How do I set a limit?' }),
  });
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
  return performance.now() - begun;
}

function residentMegabytes({ process: { pid } }: Server): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Math.round((Number(kilobytes) * 1024) / 1e6);
}
