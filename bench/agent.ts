// npm run bench -- agent FOLDER: the docs agent on a real docs repository over git's smart HTTP, with a model server
// that answers at once: clone, check, commit and push; create to first model call; our own time a step; memory of a
// process that works on 10 jobs; jobs lost and pull requests made over 20 × kill -9 on both stores.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { checkChanges } from '../src/agent/checks/check-changes.ts';
import { createChecker } from '../src/agent/checks/checker.ts';
import { createJob } from '../src/agent/manage-jobs.ts';
import { openBaseFiles } from '../src/agent/base-files.ts';
import { openWorkspace } from '../src/agent/workspace.ts';
import { initBare, pushBranch } from '../src/git/bare-repository.ts';
import { fetchCommit } from '../src/git/fetch.ts';
import { commitChanges } from '../src/git/commit.ts';
import { openGithub } from '../src/forges/github.ts';
import { openStore } from '../src/store/open-store.ts';
import { pageOfJobs } from '../src/store/jobs.ts';
import { seedProject } from '../test/contract/store-seed.ts';
import { startAgent } from '../test/helpers/agent-deps.ts';
import { calls, compatibleModel, finish } from '../test/helpers/agent-script.ts';
import { jobsOf, killWorkers } from '../test/helpers/crash-scene.ts';
import { startForgeServer } from '../test/helpers/forge-server.ts';
import { hangs } from '../test/helpers/model-replies.ts';
import { startModelServer } from '../test/helpers/model-server.ts';
import { startPostgres } from '../test/helpers/postgres.ts';
import { commitFiles } from '../test/helpers/repository.ts';

const [, , bed] = process.argv;
if (bed === undefined) {
  console.error('Usage: npm run bench -- agent FOLDER, a checkout of a repository with its docs in docs/');
  process.exit(2);
}
const cleaning: (() => Promise<unknown>)[] = [];
const test = { after: (clean: () => Promise<void>) => void cleaning.unshift(clean) };
const folder = await mkdtemp(join(tmpdir(), 'docent-bench-'));
cleaning.push(() => rm(folder, { recursive: true, force: true }));

const files: Record<string, Uint8Array> = {};
for (const entry of await readdir(bed, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const path = join(entry.parentPath, entry.name);
  files[relative(bed, path)] = await readFile(path);
}
const origin = join(folder, 'acme/site.git');
await commitFiles(origin, files);
const forge = await startForgeServer('github', {
  folder,
  repository: 'acme/site',
  tokens: { 'tok-secret': 'write' },
});
cleaning.unshift(() => forge.close());
const openForge = async () => ({
  forge: openGithub({ url: forge.url, repository: 'acme/site', credentials: { token: 'tok-secret' } }),
  docsRoot: 'docs',
});
const page = Object.keys(files).find((path) => /^docs\/.*\.mdx?$/.test(path))!;

try {
  console.log(
    `${bed}: ${Object.keys(files).length} files, ${(Object.values(files).reduce((sum, { length }) => sum + length, 0) / 1e6).toFixed(1)} MB`,
  );
  console.table(await gitTimes());
  console.table(await loopTimes());
  console.table(await memoryOf(10));
  console.table(await crashesOf(20));
} finally {
  for (const clean of cleaning) await clean();
}

async function timed<Result>(rows: Row[], what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  rows.push({ what, ms: Math.round(performance.now() - began) });
  return result;
}
type Row = { what: string; ms: number };

async function gitTimes(): Promise<Row[]> {
  const rows: Row[] = [];
  const { forge } = await openForge();
  const access = await forge.access();
  const gitDir = join(folder, 'work.git');
  await initBare(gitDir);
  const base = await timed(rows, 'clone (bare, depth 1)', () =>
    fetchCommit(gitDir, access, { branch: 'main' }),
  );
  const checker = createChecker();
  cleaning.unshift(async () => checker.close());
  const workspace = await timed(rows, 'open the workspace', async () =>
    openWorkspace({ checker, files: await openBaseFiles(gitDir, base), docsRoot: 'docs', overlay: {} }),
  );
  await workspace.write(page, `${await workspace.read(page)}\n[x](gone.md)\n`);
  await timed(rows, 'check an edit, first time', () => checkChanges(workspace));
  await workspace.write(page, `${await workspace.read(page)}\nMore.\n`);
  await timed(rows, 'check again after one edit', () => checkChanges(workspace));
  const heading = /^## .+$/m.exec(await workspace.read(page))?.[0] ?? '';
  await workspace.write(page, (await workspace.read(page)).replace(heading, '## Another heading'));
  await timed(rows, 'check after a heading changed', () => checkChanges(workspace));
  const changes = new Map(Object.entries(workspace.overlay()));
  const commit = await timed(rows, 'commit', () =>
    commitChanges(gitDir, { parent: base, changes, message: 'm\n', time: 1 }),
  );
  await timed(rows, 'push', () => pushBranch(gitDir, access, commit, 'docent/bench'));
  return rows;
}

async function loopTimes(): Promise<object[]> {
  const steps = 200;
  let firstCall = 0;
  let lastCall = 0;
  const model = await startModelServer((_, call) => {
    firstCall ||= performance.now();
    lastCall = performance.now();
    // Another place each time, so that it does not look stuck.
    return call > steps ? calls(finish()) : calls({ name: 'read_file', input: { path: page, from: call } });
  });
  cleaning.unshift(() => model.close());
  const settings = { budget: { steps: 1000, tokens: 1e12, costMicros: 1e12, timeMs: 1e9 } };
  const agent = await startAgent(test, {
    forge: openForge,
    model: await compatibleModel(model.url),
    settings,
  });
  const began = performance.now();
  const job = await agent.ended((await agent.create('Read')).id);
  if (job.status !== 'completed') throw new Error(JSON.stringify(job.error));
  const perStep = (lastCall - firstCall) / steps;
  return [
    { what: 'create to first model call (clone included)', value: `${Math.round(firstCall - began)} ms` },
    {
      what: `a step of our own, over ${steps} steps with a growing history`,
      value: `${perStep.toFixed(1)} ms`,
    },
    { what: 'steps a second', value: Math.round(1000 / perStep) },
  ];
}

async function memoryOf(jobs: number): Promise<object[]> {
  const begun = Promise.withResolvers<void>();
  let asked = 0;
  const model = await startModelServer(({ body }) => {
    const isFirst = (body.messages as { role: string }[]).every(({ role }) => role !== 'tool');
    if (isFirst) {
      return calls(
        { name: 'read_file', input: { path: page } },
        { name: 'edit_file', input: { path: page, old: '---\n', new: '---\n\n', all: true } },
        { name: 'validate', input: {} },
      );
    }
    if (++asked === jobs) begun.resolve();
    return hangs;
  });
  cleaning.unshift(() => model.close());
  const storeUrl = `sqlite:${join(folder, 'memory.sqlite')}`;
  const store = await openStore({ url: storeUrl });
  const projects = await Promise.all(Array.from({ length: jobs }, (_, nth) => seedProject(store, `p${nth}`)));
  for (const project of projects)
    await createJob(store, project, { prompt: 'Job-1', ref: null, draft: false }, 'test/m', null);
  const options = {
    storeUrl,
    forgeUrl: forge.url,
    modelUrl: model.url,
    workFolder: join(folder, 'memory-work'),
  };
  const program = join(import.meta.dirname, '../test/helpers/agent-process.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const idle = residentMb(child.pid!);
  await begun.promise;
  const rows = [
    { what: 'worker, as it starts', MB: idle },
    { what: `worker, with ${jobs} jobs waiting for their models`, MB: residentMb(child.pid!) },
    ...childrenOf(child.pid!).map((pid) => ({ what: 'its check process', MB: residentMb(pid) })),
  ];
  const [job] = (await pageOfJobs(store, { projectId: projects[0]!.id }, { limit: 1 })).rows;
  if (job?.status !== 'active') throw new Error(JSON.stringify(job?.error));
  child.kill('SIGKILL');
  await store.close();
  return rows;
}

async function crashesOf(kills: number): Promise<object[]> {
  const postgres = await startPostgres();
  cleaning.push(() => postgres.stop());
  const rows: object[] = [];
  for (const [store, url] of [
    ['SQLite', `sqlite:${join(folder, 'crashes.sqlite')}`],
    ['PostgreSQL', await postgres.createDatabase()],
  ] as const) {
    const { scene, hits } = await killWorkers(test, url, { kills, jobs: 10 });
    const jobs = await jobsOf(scene);
    rows.push({
      store,
      kills,
      'met work': hits,
      jobs: jobs.length,
      lost: jobs.filter(({ status }) => status !== 'completed').length,
      'changed files': jobs.filter(({ pullRequest }) => pullRequest !== null).length,
      'pull requests': scene.forge.pulls.length,
      'model steps repeated': scene.seen.length - new Set(scene.seen).size,
    });
  }
  return rows;
}

function residentMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
}
