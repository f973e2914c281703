import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { projectOf } from '../../test/helpers/deployment.ts';
import { docsFolder } from '../../test/helpers/docs-folder.ts';
import { startSlowSource } from '../../test/helpers/slow-source.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { createLog } from '../lib/log.ts';
import { deploymentWork, putBackDeployment } from '../store/deployment-queue.ts';
import { addDeployment } from '../store/deployments.ts';
import { updateProject } from '../store/projects.ts';
import type { ProjectSource } from '../store/project-sources.ts';
import { listDue } from '../store/work.ts';
import { startEngine } from '../work/engine.ts';
import { deploymentKind } from './deployment-kind.ts';
import { newDeployment, requestDeployment } from './request-deployment.ts';
import { stopReason } from './stop-reason.ts';

async function scene(t: TestContext) {
  const { source, asked } = await startSlowSource(t);
  const made = await projectOf(t, [source], { privateHosts: ['127.0.0.1'] });
  await updateProject(made.deps.store, made.project, { sources: [source] });
  const { store } = made.deps;
  const start = async () => {
    const deployed = Promise.withResolvers<void>();
    const log = createLog('silent');
    const kind = deploymentKind({ ...made.deps, log, onDeployed: () => deployed.resolve() });
    const engine = await startEngine(store, { kinds: [kind], place: 'here', log });
    t.after(() => engine.stop(stopReason));
    return { engine, deployed: deployed.promise };
  };
  return { ...made, start, asked };
}

test('however often the server is stopped, a deployment waits again as it was, and is done in the end', async (t) => {
  const { deps, project, deployments, start, asked } = await scene(t);
  const first = await start();
  let reading = asked();
  const id = await requestDeployment(deps.store, project, { cause: 'push', confirmed: true });
  await reading;
  await first.engine.stop(stopReason);
  for (let restart = 0; restart < 2; restart++) {
    const [waiting, ...others] = await deployments();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [waiting?.id, waiting?.status, waiting?.cause, waiting?.confirmed, waiting?.endedAt],
      [id, 'queued', 'push', true, null],
    );
    reading = asked();
    const { engine } = await start();
    await reading;
    await engine.stop(stopReason);
  }
  reading = asked();
  const last = await start();
  (await reading).end('# Harbour\n\nThe kraken sleeps.\n');
  await last.deployed;
  const [done, ...others] = await deployments();
  assert.deepEqual([done?.id, done?.status, others], [id, 'success', []]);
});

test('what is put back while another one waits becomes that one, with what was confirmed', async (t) => {
  const { project, deps, deployments } = await scene(t);
  const running = { ...newDeployment(project, 'push', 1), status: 'in_progress' as const, confirmed: true };
  const waiting = newDeployment(project, 'request', 2);
  await addDeployment(deps.store, running);
  await addDeployment(deps.store, waiting);
  await putBackDeployment(deps.store, running, 'Stopped.');
  assert.deepEqual(
    (await deployments()).map(({ id, status, confirmed, summary }) => [id, status, confirmed, summary]),
    [
      [waiting.id, 'queued', true, ''],
      [running.id, 'failure', true, 'Stopped.'],
    ],
  );
});

test('what an outage failed is tried again by itself, as it was confirmed; what people must mend is not', async (t) => {
  const { deps, project, deployments, start, asked } = await scene(t);
  const { store } = deps;
  const seen = async () =>
    (await deployments()).map(({ cause, status, confirmed }) => [cause, status, ...(confirmed ? ['confirmed'] : [])].join(' ')); // prettier-ignore
  const first = await start();
  const answer = async (confirmed: boolean, status: number, docs?: string) => {
    const reading = asked();
    await requestDeployment(store, project, { cause: 'push', confirmed });
    (await reading).writeHead(status).end(docs);
  };
  const pages = Array.from({ length: 30 }, (_, nth) => `# Page ${nth}\n\nThe kraken ${nth} sleeps.\n`);
  await answer(false, 200, pages.join('\n'));
  await first.deployed;
  const isOver = () =>
    eventually(
      () => listDue(store, [deploymentWork], 'here'),
      (due) => due.length === 0,
    );
  await isOver();
  const waits = () =>
    eventually(
      () => listDue(store, [deploymentWork], 'here'),
      ([work]) => work !== undefined && work.holder === null,
    );
  await answer(true, 503);
  assert.ok((await waits())[0]!.inMs > 30_000, 'it waits a while');
  await answer(false, 200, pages[0]);
  await isOver();
  assert.deepEqual(
    await seen(),
    ['push failure', 'push failure confirmed', 'push success'],
    'each as it asks',
  );
  await answer(true, 503);
  await waits();
  await first.engine.stop(stopReason);

  const tryNow = async (status: number, docs?: string) => {
    await store.db.updateTable('work').set({ runAfter: 0 }).execute();
    const reading = asked();
    const again = await start();
    (await reading).writeHead(status).end(docs);
    return again;
  };
  const second = await tryNow(503);
  await eventually(deployments, (all) => all.length === 5 && all.every(({ endedAt }) => endedAt !== null));
  await second.engine.stop(stopReason);
  await (
    await tryNow(200, pages[0])
  ).deployed;
  const retried = ['recovery success confirmed', 'recovery failure confirmed', 'push failure confirmed'];
  assert.deepEqual((await seen()).slice(0, 3), retried);
  await answer(false, 404);
  await isOver();
  assert.equal((await seen())[0], 'push failure');
});

test('a source that an outage keeps from being read is tried again by itself, while the others are live', async (t) => {
  const { deps, project, deployments, start, asked } = await scene(t);
  const { path, remove } = await docsFolder({ 'index.md': '# Guides' });
  t.after(remove);
  const sources: ProjectSource[] = [{ kind: 'folder', path }, ...project.sources];
  await updateProject(deps.store, project, { sources });
  const { deployed } = await start();
  const reading = asked();
  await requestDeployment(deps.store, project, { cause: 'push', confirmed: false });
  (await reading).writeHead(503).end();
  await deployed;
  assert.deepEqual(
    (await deployments()).map(({ status }) => status),
    ['success'],
  );
  const [work] = await eventually(
    () => listDue(deps.store, [deploymentWork], 'here'),
    ([one]) => one !== undefined && one.holder === null,
  );
  assert.ok(work!.inMs > 30_000, 'it waits a while');
});

test('docs that cannot be read are one line in the log: project, code and message, without a stack', async (t) => {
  const { deps, project, asked } = await scene(t);
  const logged = Promise.withResolvers<object>();
  const silent = createLog('silent');
  const log = {
    ...silent,
    error() {},
    info() {},
    debug() {},
    warn: (fields: object) => logged.resolve(fields),
  };
  const kind = deploymentKind({ ...deps, log, onDeployed() {} });
  const engine = await startEngine(deps.store, { kinds: [kind], place: 'here', log: silent });
  t.after(() => engine.stop(stopReason));
  const reading = asked();
  await requestDeployment(deps.store, project, { cause: 'push', confirmed: true });
  (await reading).writeHead(404).end();
  const { code, message, ...fields } = (await logged.promise) as { code: string; message: string };
  assert.equal(code, 'not_found', message);
  assert.match(message, /404/);
  assert.deepEqual(Object.keys(fields).toSorted(), ['deploymentId', 'project', 'projectId']);
});
