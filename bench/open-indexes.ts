// npm run bench -- open-indexes [PROJECTS]: what a server holds when each of so many projects is asked once: memory, open
// files, and how long a project takes that is not open. Each has a copy of the index of Docent's own docs.
import { linkSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureProject } from '../src/accounts/ensure-project.ts';
import { openApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { deploy } from '../src/deployments/deploy.ts';
import { newId } from '../src/lib/ids.ts';
import { addDeployment, findCurrentDeployment, setCurrentDeployment } from '../src/store/deployments.ts';
import { addProject, findProjectById } from '../src/store/projects.ts';

const projects = Number(process.argv[2] ?? 10_000);
const data = mkdtempSync(join(tmpdir(), 'docent-bench-'));
const env = { DOCENT_LOG_LEVEL: 'silent', DOCENT_EMBEDDING_MODEL: 'none' };
const app = await openApp(loadConfig({ dataFolder: data }, env));
const { project } = await ensureProject(app.store, { folder: join(import.meta.dirname, '../docs') });
await deploy(app, project);
const deployment = (await findCurrentDeployment(app.store, project.id))!;
const first = join(app.indexFolder, deployment.indexFile!);
const ids: string[] = [];
for (let n = 0; n < projects; n++) {
  const id = newId('prj');
  const indexFile = `${newId('dpl')}.sqlite`;
  // Links: of 10,000 copies the disk would be the only thing measured.
  linkSync(first, join(app.indexFolder, indexFile));
  await addProject(app.store, { ...project, id, domain: `p-${n}`, currentDeploymentId: null });
  const own = { ...deployment, id: indexFile.split('.')[0]!, projectId: id, indexFile };
  await addDeployment(app.store, own);
  await setCurrentDeployment(app.store, own);
  ids.push(id);
}
globalThis.gc?.();
const before = process.memoryUsage().rss;
const times: number[] = [];
for (const id of ids) {
  const asked = (await findProjectById(app.store, id))!;
  const begun = performance.now();
  await using docs = await app.indexes.lease(asked);
  await docs.index.search({ text: 'How do I set a limit?', limit: 5 });
  times.push(performance.now() - begun);
}
times.sort((a, b) => a - b);
console.table({
  projects,
  'MB before': Math.round(before / 1e6),
  'MB after': Math.round(process.memoryUsage().rss / 1e6),
  'open indexes': app.indexes.open().size,
  'open files': readdirSync('/proc/self/fd').length,
  'bytes a section': Math.round(
    statSync(first).size / Math.max(1, (await app.indexes.lease(project)).index.info.sections),
  ),
  'first question of a project, p50 ms': times[times.length >> 1]!.toFixed(1),
  'p95 ms': times[Math.floor(times.length * 0.95)]!.toFixed(1),
});
app.stop();
await app.close();
rmSync(data, { recursive: true, force: true });
