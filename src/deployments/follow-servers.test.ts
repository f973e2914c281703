import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { seedProject, someDeployment } from '../../test/contract/store-seed.ts';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { addDeployment, listCurrentDeployments, switchDeployment } from '../store/deployments.ts';
import { followServers } from './follow-servers.ts';
import { noTravel } from './index-travel.ts';

test('a project whose file does not come holds up no other, nor the next round', async (t) => {
  const store = await openTestStore(t);
  const open = new Map<string, { deploymentId: string; file: string }>();
  for (const name of ['one', 'two', 'three']) {
    const project = await seedProject(store, name);
    const deployment = someDeployment(project, { status: 'in_progress' });
    await addDeployment(store, deployment);
    await switchDeployment(store, deployment, { indexFile: `${project.id}.sqlite`, endedAt: 1 });
    open.set(project.id, { deploymentId: 'of another server', file: 'before.sqlite' });
  }
  const slow = (await listCurrentDeployments(store, [...open.keys()])).keys().next().value!;
  const opened: string[] = [];
  const indexes = {
    open: () => open,
    drop() {},
    warm: async ({ id }: { id: string }) => void opened.push(id),
  };
  const bring = (file: string) =>
    file === `${slow}.sqlite` ? new Promise<never>(() => {}) : Promise.resolve('brought' as const);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const over = new AbortController();
  const round = followServers(store, indexes as never, { ...noTravel, bring }).finally(() => over.abort());
  for (let turn = 0; turn < 10_000 && !over.signal.aborted; turn++) {
    await setImmediate();
    if (opened.length === 2) t.mock.timers.tick(10_000);
  }
  assert.ok(over.signal.aborted);
  await round;
  assert.equal(opened.indexOf(slow), 2);
});
