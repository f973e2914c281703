import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { projectOf } from '../../test/helpers/deployment.ts';
import { temporaryFolder } from '../../test/helpers/repository.ts';
import { startSlowSource } from '../../test/helpers/slow-source.ts';
import { createLog } from '../lib/log.ts';
import { addProject, findProjectById, updateProject } from '../store/projects.ts';
import { deploy } from './deploy.ts';
import { createDeployQueue } from './deploy-queue.ts';
import { inTurn } from './in-turn.ts';
import { pollProjects } from './keep-fresh.ts';
import { refreshProject } from './refresh-project.ts';
import { stopReason } from './stop-reason.ts';

/** A project whose source answers when the test says so, on a server that can be stopped. */
async function scene(t: TestContext) {
  const { source, asked } = await startSlowSource(t);
  const made = await projectOf(t, [source], { privateHosts: ['127.0.0.1'] });
  await updateProject(made.deps.store, made.project, { sources: [source] });
  const server = new AbortController();
  const log = createLog('silent');
  const deployments = createDeployQueue({ ...made.deps, log, onDeployed: () => {} });
  const deps = { ...made.deps, log, embedding: null, stopped: server.signal, deployments };
  return {
    deps,
    project: made.project,
    asked,
    records: made.deployments,
    stop: () => server.abort(stopReason),
  };
}

test('a stop ends a refresh that waits for its source, which leaves no record', async (t) => {
  const { deps, project, asked, stop, records } = await scene(t);
  const reading = asked();
  const refreshed = refreshProject(deps, project, 'poll');
  await reading;
  stop();
  await refreshed;
  assert.deepEqual(await records(), []);
});

test('a stop ends waiting for a turn', async (t) => {
  const { deps, project, stop } = await scene(t);
  await inTurn(deps.store, project.id, async () => {
    const waiting = deploy(deps, project, { signal: deps.stopped });
    stop();
    await assert.rejects(waiting, stopReason);
  });
});

test('a project whose source does not answer holds up no other', async (t) => {
  const { deps, project, asked, stop } = await scene(t);
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'index.md'), '# Harbour\n');
  const other = { ...project, id: 'prj_~last', domain: 'last', currentDeploymentId: null };
  await addProject(deps.store, { ...other, sources: [{ kind: 'folder', path: folder }] });
  const polling = new Map<string, Promise<void>>();
  const reading = asked();
  await pollProjects(deps, 15, polling);
  await reading;
  await polling.get(other.id);
  assert.notEqual((await findProjectById(deps.store, other.id))!.currentDeploymentId, null);
  assert.deepEqual([...polling.keys()], [project.id]);
  stop();
  await Promise.all(polling.values());
});
