import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedProject } from '../../test/contract/store-seed.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { claimWork, finishWork, listDue } from '../store/work.ts';
import { createCopies } from './copy-deployment.ts';

test('a file that is damaged whenever it was built is built ever later, and one that is missing at once', async (t) => {
  const store = await openTestStore(t);
  const { id } = await seedProject(store, 'docs');
  const { kind, request } = createCopies({ store } as never, '', () => {});
  const dueMs = async () => (await listDue(store, ['copy'], ''))[0]?.inMs ?? Infinity;
  const claim = { kind: 'copy', place: '', holder: 'a', leaseMs: 60_000, maxPerProject: null };
  for (let time = 0; time < 12; time++) {
    request(id, true);
    request(id);
    await eventually(dueMs, (ms) => ms <= 0);
    const work = (await claimWork(store, claim))!;
    await kind.handle(work, new AbortController().signal);
    await finishWork(store, work);
  }
  request(id, true);
  assert.ok((await eventually(dueMs, Number.isFinite)) > 300_000);
  request(id);
  await eventually(dueMs, (ms) => ms <= 0);
});
