import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { projectOf } from '../../test/helpers/deployment.ts';
import { startSlowSource } from '../../test/helpers/slow-source.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { createLog } from '../lib/log.ts';
import { deploymentWork, putBackDeployment } from '../store/deployment-queue.ts';
import { addDeployment } from '../store/deployments.ts';
import { updateProject } from '../store/projects.ts';
import { newDeployment } from './new-deployment.ts';
import { listDue } from '../store/work.ts';
import { startEngine } from '../work/engine.ts';
import { deploymentKind } from './deployment-kind.ts';
import { requestDeployment } from './request-deployment.ts';
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

test('what an outage failed is tried again by itself, without a request or a change; what people must mend is not', async (t) => {
  const { deps, project, deployments, start, asked } = await scene(t);
  const { store } = deps;
  const outcomes = async () => (await deployments()).map(({ cause, status }) => `${cause} ${status}`);
  const first = await start();
  let reading = asked();
  await requestDeployment(store, project, { cause: 'push', confirmed: false });
  (await reading).writeHead(503).end();
  const later = await eventually(
    () => listDue(store, [deploymentWork], 'here'),
    ([work]) => work !== undefined && work.holder === null,
  );
  assert.ok(later[0]!.inMs > 30_000, 'it waits a while');
  assert.deepEqual(await outcomes(), ['push failure']);
  await first.engine.stop(stopReason);

  await store.db.updateTable('work').set({ runAfter: 0 }).execute();
  reading = asked();
  await start();
  (await reading).writeHead(404).end();
  assert.deepEqual(
    await eventually(
      () => listDue(store, [deploymentWork], 'here'),
      (due) => due.length === 0,
    ),
    [],
  );
  assert.deepEqual(await outcomes(), ['recovery failure', 'push failure']);
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
