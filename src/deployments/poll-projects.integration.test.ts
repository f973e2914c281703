import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { projectOf } from '../../test/helpers/deployment.ts';
import { temporaryFolder } from '../../test/helpers/repository.ts';
import { startSlowSource } from '../../test/helpers/slow-source.ts';
import { createLog } from '../lib/log.ts';
import { addOrganization } from '../store/organizations.ts';
import { requestDeploymentWork } from '../store/deployment-queue.ts';
import { addProject, findProjectById, updateProject } from '../store/projects.ts';
import { startEngine } from '../work/engine.ts';
import { runNow } from '../work/run-now.ts';
import { deploy } from './deploy.ts';
import { deploymentKind } from './deployment-kind.ts';
import { pollProjects } from './poll-projects.ts';
import { stopReason } from './stop-reason.ts';

/** A project whose source responds when the test says so, on a server that can be stopped. */
async function scene(t: TestContext) {
  const { source, asked } = await startSlowSource(t);
  const { deps, project, deployments } = await projectOf(t, [source], { privateHosts: ['127.0.0.1'] });
  await updateProject(deps.store, project, { sources: [source] });
  const log = createLog('silent');
  const deployed: string[] = [];
  const any = Promise.withResolvers<void>();
  const onDeployed = (id: string) => {
    deployed.push(id);
    any.resolve();
  };
  const kind = deploymentKind({ ...deps, log, onDeployed });
  const engine = await startEngine(deps.store, { kinds: [kind], place: 'here', log });
  t.after(() => engine.stop(stopReason));
  return { deps: { ...deps, log }, project, asked, records: deployments, engine, deployed, any: any.promise };
}

test('a stop ends a refresh that waits for its source, which leaves no record', async (t) => {
  const { deps, project, asked, engine, records } = await scene(t);
  const reading = asked();
  await requestDeploymentWork(deps.store, project.id, 'poll');
  await reading;
  await engine.stop(stopReason);
  assert.deepEqual(await records(), []);
});

test('a stop ends waiting for others who deploy the project', async (t) => {
  const { deps, project } = await scene(t);
  const stopped = new AbortController();
  const work = { kind: 'deployment', subject: project.id, projectId: project.id };
  await runNow(deps.store, work, async () => {
    const waiting = deploy(deps, project, { signal: stopped.signal });
    stopped.abort(stopReason);
    await assert.rejects(waiting, stopReason);
  });
});

test('a project whose source does not answer holds up no other', async (t) => {
  const { deps, project, asked, deployed, any } = await scene(t);
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'index.md'), '# Harbour\n');
  const other = { ...project, id: 'prj_~last', domain: 'last', currentDeploymentId: null };
  await addProject(deps.store, { ...other, sources: [{ kind: 'folder', path: folder }] });
  const reading = asked();
  await pollProjects(deps, 15);
  await reading;
  await any;
  assert.deepEqual(deployed, [other.id]);
  assert.notEqual((await findProjectById(deps.store, other.id))!.currentDeploymentId, null);
});

test('a project of another organization than the operator’s is never polled more often than the server polls', async (t) => {
  const { deps, project } = await projectOf(t, []);
  const { store } = deps;
  const sources = [{ kind: 'pushed' as const }];
  const minutesUntil = async (slug: string, pollMinutes: number, ofServer: number) => {
    const organization = { id: `org_${slug}`, name: slug, slug, plan: {}, createdAt: 1 };
    const { id: organizationId } = await addOrganization(store, organization);
    const id = `prj_${slug}${pollMinutes}${ofServer}`;
    await addProject(store, {
      ...project,
      id,
      domain: id.replace('_', '-'),
      organizationId,
      sources,
      settings: { pollMinutes },
    });
    await pollProjects({ ...deps, log: createLog('silent') }, ofServer);
    const [row] = await store.db.selectFrom('projects').select('pollAt').where('id', '=', id).execute();
    return (Number(row!.pollAt) - (await store.now())) / 60_000;
  };
  // A tenth is left to chance.
  assert.ok((await minutesUntil('default', 1, 600)) <= 1);
  assert.ok((await minutesUntil('tenant', 1, 600)) > 500);
  assert.ok((await minutesUntil('tenant', 9_000, 600)) > 8_000);
});
