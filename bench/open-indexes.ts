// npm run bench -- open-indexes [PROJECTS]: what a server holds when each of so many projects is asked once: memory, open
// files, and how long a project takes that is not open. Each has a copy of the index of Docent's own docs. The server is
// a process of its own, so that building the index does not count.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureProject } from '../src/accounts/ensure-project.ts';
import { type App, openApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { deploy } from '../src/deployments/deploy.ts';
import { newId } from '../src/lib/ids.ts';
import { addDeployment, findCurrentDeployment, setCurrentDeployment } from '../src/store/deployments.ts';
import { addProject, findProjectById, listAllProjects } from '../src/store/projects.ts';
import { inTransaction } from '../src/store/store.ts';

const [projects = '10000', data = mkdtempSync(join(tmpdir(), 'docent-bench-'))] = process.argv.slice(2);
const env = { DOCENT_LOG_LEVEL: 'silent', DOCENT_EMBEDDING_MODEL: 'none' };
const app = await openApp(loadConfig({ dataFolder: data }, env));
if (process.send !== undefined) await askAll(app);
else await addProjects(app, Number(projects));
app.stop();
await app.close();
if (process.send === undefined) {
  await once(fork(import.meta.filename, [projects, data]), 'exit');
  rmSync(data, { recursive: true, force: true });
}

async function addProjects(app: App, count: number): Promise<void> {
  const { project } = await ensureProject(app.store, { folder: join(import.meta.dirname, '../docs') });
  await deploy(app, project);
  const deployment = (await findCurrentDeployment(app.store, project.id))!;
  // In one transaction: on the disk, 30,000 take minutes.
  await inTransaction(app.store, async (store) => {
    for (let n = 1; n < count; n++) {
      const own = { ...deployment, id: newId('dpl'), projectId: newId('prj') };
      const indexFile = `${own.id}.sqlite`;
      // Links: of 10,000 copies the disk would be the only thing measured.
      linkSync(join(app.indexFolder, deployment.indexFile!), join(app.indexFolder, indexFile));
      await addProject(store, { ...project, id: own.projectId, domain: `p-${n}`, currentDeploymentId: null });
      await addDeployment(store, { ...own, indexFile });
      await setCurrentDeployment(store, own);
    }
  });
}

async function askAll(app: App): Promise<void> {
  const before = process.memoryUsage().rss;
  const times: number[] = [];
  for (const { id } of await listAllProjects(app.store)) {
    const asked = (await findProjectById(app.store, id))!;
    const begun = performance.now();
    await using docs = await app.indexes.lease(asked);
    await docs.index.search({ text: 'How do I set a limit?', limit: 5 });
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  console.table({
    projects: times.length,
    'MB before': Math.round(before / 1e6),
    'MB after': Math.round(process.memoryUsage().rss / 1e6),
    'open indexes': app.indexes.open().size,
    'open files': readdirSync('/proc/self/fd').length,
    'first question of a project, p50 ms': times[times.length >> 1]!.toFixed(1),
    'p95 ms': times[Math.floor(times.length * 0.95)]!.toFixed(1),
  });
}
