import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { listSteps } from '../../src/store/job-work.ts';
import { listDue } from '../../src/store/work.ts';
import {
  allEnded,
  jobsOf,
  killWorkers,
  modelSteps,
  orderJob,
  pageOf,
  type Scene,
  setScene,
  startProcess,
} from '../helpers/crash-scene.ts';
import { showFile } from '../helpers/git-server.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { temporaryFolder } from '../helpers/repository.ts';

const postgres = await startPostgres();
after(() => postgres.stop());

// `npm run bench -- agent` kills 20 times.
const kills = 4;
const manyJobs = 3;

/** Nothing lost, nothing twice: what every run has to come to, whatever happened on the way. */
async function checkOutcome(scene: Scene, jobsThatChange = manyJobs): Promise<void> {
  const { store, forge, gitDir } = scene;
  const jobs = await jobsOf(scene);
  assert.deepEqual(jobs.map(({ status, error }) => [status, error]), jobs.map(() => ['completed', null])); // prettier-ignore
  const changed = jobs.filter(({ pullRequest }) => pullRequest !== null);
  assert.equal(changed.length, jobsThatChange);
  assert.equal(forge.pulls.length, jobsThatChange, 'one pull request for each job that changed files');
  assert.equal(new Set(forge.pulls.map(({ branch }) => branch)).size, jobsThatChange);
  for (const { id, branch, proof, title } of changed) {
    assert.equal(proof?.asked, 1, 'its proof is part of it, whenever it was killed');
    const text = await showFile(gitDir, branch!, pageOf(/\d+/.exec(title!)![0]));
    assert.match(text, new RegExp(`Job \\d+, step ${modelSteps - 1}\\.`));
    assert.deepEqual((await listSteps(store, id)).map(({ nth }) => nth), [1, 2, 3, 4, 5]); // prettier-ignore
  }
  assert.deepEqual(forge.violations, []);
}

// Most of the time goes by in waiting for leases, so the stores take it side by side.
describe('a worker that dies, stops or stalls', { concurrency: true }, () => {
  for (const [name, newUrl] of [
    ['SQLite', async (folder: string) => `sqlite:${join(folder, 'docent.sqlite')}`],
    ['PostgreSQL', () => postgres.createDatabase()],
  ] as const) {
    describe(`${name}:`, { concurrency: 1 }, () => {
      test(`over ${kills} × kill -9 no job is lost, no pull request made twice, and a step repeated once a kill at most`, async (t) => {
        const url = await newUrl(await temporaryFolder(t));
        const { scene, hits } = await killWorkers(t, url, { kills, jobs: manyJobs });
        await checkOutcome(scene);
        assert.ok(hits > 0, `only ${hits} kills met work under way`);
        // Two jobs of a project are under way at once, so a kill repeats two steps at most.
        const calls = scene.seen.length;
        assert.ok(calls <= manyJobs * modelSteps + 1 + kills * 2, `${calls} calls`);
        const ofOneStep = [...Map.groupBy(scene.seen, (key) => key).values()].map(({ length }) => length);
        assert.ok(Math.max(...ofOneStep) <= 1 + kills);
      });

      test('a worker that is told to stop hands over at once', async (t) => {
        const begun = Promise.withResolvers<void>();
        const scene = await setScene(t, await newUrl(await temporaryFolder(t)), () => {
          if (scene.seen.length === 2) begun.resolve();
        });
        for (let nth = 1; nth <= manyJobs; nth++) await orderJob(scene, nth);
        const one = await startProcess(scene.options);
        await begun.promise;
        one.child.kill('SIGTERM');
        await one.exited;
        const jobs = await jobsOf(scene);
        assert.deepEqual((await listDue(scene.store, ['job'], '')).filter(({ holder }) => holder !== null), []); // prettier-ignore
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
    await orderJob(scene, 1);
    const one = await startProcess(scene.options);
    first = one.child;
    await stalled.promise;
    first = undefined;
    const other = await startProcess({ ...scene.options, workFolder: `${scene.options.workFolder}-2` });
    await allEnded(scene);
    const before = await jobsOf(scene);
    one.child.kill('SIGCONT');
    one.child.kill('SIGTERM');
    await one.exited;
    other.child.kill('SIGTERM');
    await other.exited;
    assert.deepEqual(await jobsOf(scene), before);
    await checkOutcome(scene, 1);
  });
});
