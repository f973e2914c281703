import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { projectOf } from '../../test/helpers/deployment.ts';
import { startSlowSource } from '../../test/helpers/slow-source.ts';
import { createLog } from '../lib/log.ts';
import { putBackDeployment } from '../store/deployment-queue.ts';
import { addDeployment } from '../store/deployments.ts';
import { updateProject } from '../store/projects.ts';
import { newDeployment } from './deploy.ts';
import { createDeployQueue } from './deploy-queue.ts';

async function scene(t: TestContext) {
  const { source, asked } = await startSlowSource(t);
  const made = await projectOf(t, [source], { privateHosts: ['127.0.0.1'] });
  await updateProject(made.deps.store, made.project, { sources: [source] });
  const newQueue = () => {
    const deployed = Promise.withResolvers<void>();
    const queue = createDeployQueue({
      ...made.deps,
      log: createLog('silent'),
      onDeployed: () => deployed.resolve(),
    });
    t.after(() => queue.stop());
    return { queue, deployed: deployed.promise };
  };
  return { ...made, newQueue, asked };
}

test('however often the server is stopped, a deployment waits again as it was, and is done in the end', async (t) => {
  const { project, deployments, newQueue, asked } = await scene(t);
  const first = newQueue();
  let reading = asked();
  const id = await first.queue.request(project, { cause: 'push', confirmed: true });
  await reading;
  await first.queue.stop();
  for (let restart = 0; restart < 2; restart++) {
    const [waiting, ...others] = await deployments();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [waiting?.id, waiting?.status, waiting?.cause, waiting?.confirmed, waiting?.endedAt],
      [id, 'queued', 'push', true, null],
    );
    reading = asked();
    const { queue } = newQueue();
    await queue.start();
    await reading;
    await queue.stop();
  }
  reading = asked();
  const last = newQueue();
  await last.queue.start();
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
