import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createJob } from '../../src/agent/manage-jobs.ts';
import { openStore } from '../../src/store/open-store.ts';
import { listSteps } from '../../src/store/job-work.ts';
import { listJobs } from '../../src/store/jobs.ts';
import type { Project } from '../../src/store/projects.ts';
import type { Store } from '../../src/store/store.ts';
import { seedProject } from '../contract/store-seed.ts';
import type { ProcessOptions } from '../helpers/agent-process.ts';
import { calls, edit, finish, textOf } from '../helpers/agent-script.ts';
import { site } from '../helpers/agent-site.ts';
import { startForgeServer } from '../helpers/forge-server.ts';
import { showFile } from '../helpers/git-server.ts';
import { type ModelRequest, startModelServer } from '../helpers/model-server.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { commitFiles, temporaryFolder } from '../helpers/repository.ts';
import type { ForgeServer } from '../helpers/served-forge.ts';

const program = fileURLToPath(new URL('../helpers/agent-process.ts', import.meta.url));
const postgres = await startPostgres();
after(() => postgres.stop());

const kills = 20;
const manyJobs = 6;
const modelSteps = 5;

/** Which job asks, and its how-manieth step this is: both follow from what the model is sent. */
function stepOf(request: ModelRequest): { job: string; step: number } {
  const job = /Job-(\d+)/.exec(textOf(request))![1]!;
  return { job, step: request.body.messages.filter(({ role }: { role: string }) => role === 'tool').length };
}

/** Edits the same line again and again, then finishes; job 0 changes nothing. */
function script(request: ModelRequest) {
  const { job, step } = stepOf(request);
  if (job === '0') return calls(finish('Nothing to do'));
  if (step === modelSteps - 1) return calls(finish(`Change of job ${job}`));
  const now = step === 0 ? 'Run npm.' : `Job ${job}, step ${step}.`;
  return calls(edit(now, `Job ${job}, step ${step + 1}.`));
}

type Scene = {
  store: Store;
  project: Project;
  options: ProcessOptions;
  forge: ForgeServer;
  gitDir: string;
  seen: string[];
};

/** A forge, a model and a store; `onRequest` is told of every request to the outside. */
async function setScene(
  t: { after(clean: () => Promise<void>): void },
  storeUrl: string,
  onRequest: () => void,
): Promise<Scene> {
  const folder = await temporaryFolder(t);
  const gitDir = join(folder, 'acme/site.git');
  await commitFiles(gitDir, site);
  const forge = await startForgeServer(
    'github',
    { folder, repository: 'acme/site', tokens: { 'tok-secret': 'write' } },
    onRequest,
  );
  const seen: string[] = [];
  const model = await startModelServer((request) => {
    const { job, step } = stepOf(request);
    seen.push(`${job}:${step}`);
    onRequest();
    return script(request);
  });
  const store = await openStore({ url: storeUrl });
  t.after(async () => {
    await store.close();
    await forge.close();
    await model.close();
  });
  const project = await seedProject(store, 'docs');
  const options = { storeUrl, forgeUrl: forge.url, modelUrl: model.url, workFolder: join(folder, 'work') };
  return { store, project, options, forge, gitDir, seen };
}

async function startProcess(
  options: ProcessOptions,
): Promise<{ child: ChildProcess; exited: Promise<unknown> }> {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await Promise.race([once(child.stdout!, 'data'), exited]);
  return { child, exited };
}

const order = (nth: number) => ({ prompt: `Job-${nth}: change the docs`, ref: null, draft: false });

async function allEnded({ store, project }: Scene): Promise<void> {
  for (;;) {
    const active = await listJobs(store, { projectId: project.id, status: 'active', limit: 100 });
    if (active.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Nothing lost, nothing twice: what every run has to come to, whatever happened on the way. */
async function checkOutcome(
  { store, project, forge, gitDir }: Scene,
  jobsThatChange = manyJobs,
): Promise<void> {
  const jobs = await listJobs(store, { projectId: project.id, limit: 100 });
  assert.deepEqual(jobs.map(({ status, error }) => [status, error]), jobs.map(() => ['completed', null])); // prettier-ignore
  const changed = jobs.filter(({ pullRequest }) => pullRequest !== null);
  assert.equal(changed.length, jobsThatChange);
  assert.equal(forge.pulls.length, jobsThatChange, 'one pull request for each job that changed files');
  assert.equal(new Set(forge.pulls.map(({ branch }) => branch)).size, jobsThatChange);
  for (const { id, branch } of changed) {
    const text = await showFile(gitDir, branch!, 'docs/install.md');
    assert.match(text, new RegExp(`Job \\d+, step ${modelSteps - 1}\\.`));
    assert.deepEqual((await listSteps(store, id)).map(({ nth }) => nth), [1, 2, 3, 4, 5]); // prettier-ignore
  }
  assert.deepEqual(forge.violations, []);
}

for (const [name, newUrl] of [
  ['SQLite and the in-process queue', async (folder: string) => `sqlite:${join(folder, 'docent.sqlite')}`],
  ['PostgreSQL and pg-boss', () => postgres.createDatabase()],
] as const) {
  describe(`${name}:`, () => {
    test(`over ${kills} × kill -9 no job is lost, no pull request made twice, and a step repeated once a kill at most`, async (t) => {
      let left = 0;
      let hits = 0;
      let doomed: ChildProcess | undefined;
      const scene = await setScene(t, await newUrl(await temporaryFolder(t)), () => {
        if (--left === 0 && doomed?.kill('SIGKILL')) hits += 1;
      });
      for (let nth = 0; nth <= manyJobs; nth++)
        await createJob(scene.store, scene.project, order(nth), 'test/m', null);
      for (let round = 0; round < kills; round++) {
        const { child, exited } = await startProcess(scene.options);
        doomed = child;
        left = 3 + ((round * 7) % 8);
        const idle = setTimeout(() => child.kill('SIGKILL'), 3_000);
        await exited;
        clearTimeout(idle);
      }
      left = 0;
      const last = await startProcess(scene.options);
      await allEnded(scene);
      last.child.kill('SIGTERM');
      await last.exited;
      await checkOutcome(scene);
      assert.ok(hits > kills / 2, `only ${hits} kills met work under way`);
      const repeats = Map.groupBy(scene.seen, (key) => key);
      const worst = Math.max(...[...repeats.values()].map(({ length }) => length));
      assert.ok(
        worst <= 1 + kills && scene.seen.length <= manyJobs * modelSteps + 1 + kills * 2,
        `${scene.seen.length} calls`,
      );
    });

    test('a worker that is told to stop hands over at once', async (t) => {
      const begun = Promise.withResolvers<void>();
      const scene = await setScene(t, await newUrl(await temporaryFolder(t)), () => {
        if (scene.seen.length === 2) begun.resolve();
      });
      for (let nth = 1; nth <= manyJobs; nth++)
        await createJob(scene.store, scene.project, order(nth), 'test/m', null);
      const one = await startProcess(scene.options);
      await begun.promise;
      one.child.kill('SIGTERM');
      await one.exited;
      const jobs = await listJobs(scene.store, { projectId: scene.project.id, limit: 100 });
      assert.deepEqual(jobs.filter(({ leaseUntil }) => leaseUntil > 0), []); // prettier-ignore
      assert.ok(jobs.some(({ status }) => status === 'active'));
      const other = await startProcess(scene.options);
      await allEnded(scene);
      other.child.kill('SIGTERM');
      await other.exited;
      await checkOutcome(scene);
    });
  });
}

// On SQLite one process has the data folder to itself; that an old attempt can write nothing is in the store's contract.
test('PostgreSQL: a worker that stalls loses its job to another one, and cannot write when it wakes up', async (t) => {
  const stalled = Promise.withResolvers<void>();
  let first: ChildProcess | undefined;
  const scene = await setScene(t, await postgres.createDatabase(), () => {
    if (first !== undefined && scene.seen.length === 3 && first.kill('SIGSTOP')) stalled.resolve();
  });
  await createJob(scene.store, scene.project, order(1), 'test/m', null);
  const one = await startProcess(scene.options);
  first = one.child;
  await stalled.promise;
  first = undefined;
  const other = await startProcess({ ...scene.options, workFolder: `${scene.options.workFolder}-2` });
  await allEnded(scene);
  const before = await listJobs(scene.store, { projectId: scene.project.id, limit: 100 });
  one.child.kill('SIGCONT');
  one.child.kill('SIGTERM');
  await one.exited;
  other.child.kill('SIGTERM');
  await other.exited;
  assert.deepEqual(await listJobs(scene.store, { projectId: scene.project.id, limit: 100 }), before);
  await checkOutcome(scene, 1);
});
