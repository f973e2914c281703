import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteProject } from '../../src/store/projects.ts';
import { inTransaction, type Store } from '../../src/store/store.ts';
import {
  claimWork,
  dropWork,
  finishWork,
  listDue,
  LostWork,
  putBackWork,
  releaseHolder,
  renewWork,
  requestWork,
  requireWork,
  scheduleWork,
  takeWork,
  type Work,
  withdrawWork,
} from '../../src/store/work.ts';
import { killWork } from '../helpers/kill-work.ts';
import { type NewUrl, openContractStore, seedProject, withStore } from './store-seed.ts';

const kind = 'test';
const lease = { holder: 'elsewhere:1:a', leaseMs: 60_000 };

function claim(
  store: Store,
  changes: { maxPerProject?: number; maxPerOrganization?: number; leaseMs?: number; place?: string } = {},
) {
  return claimWork(store, { kind, place: 'here', maxPerProject: null, ...lease, ...changes });
}

async function claimed(store: Store): Promise<Work> {
  const work = await claim(store);
  assert.ok(work !== undefined);
  return work;
}

/** Records of background work: one holder each, in order, and nothing that was asked for is forgotten. */
export function workContract(newUrl: NewUrl): void {
  test('what is asked for is taken once, whoever claims at once, the longest waiting first', async () => {
    const url = await newUrl();
    const stores = [await openContractStore(url), await openContractStore(url)];
    const [one] = stores as [Store];
    for (const subject of ['a', 'b', 'c']) await requestWork(one, { kind, subject, input: { of: subject } });
    await requestWork(one, { kind: 'other', subject: 'x' });
    const got = await Promise.all(Array.from({ length: 12 }, (_, nth) => claim(stores[nth % 2]!)));
    const subjects = got.flatMap((work) => work?.subject ?? []);
    assert.deepEqual(subjects.toSorted(), ['a', 'b', 'c']);
    assert.deepEqual(got.find((work) => work?.subject === 'b')?.input, { of: 'b' });
    await Promise.all(stores.map((store) => store.close()));
  });

  test('organizations take turns, and one that asks for much leaves a place to the others', async () => {
    await withStore(newUrl, async (store) => {
      const mine = await seedProject(store, 'mine');
      for (const subject of ['a', 'b', 'c', 'd'])
        await requestWork(store, { kind, subject, projectId: mine.id });
      const next = async () => (await claim(store, { maxPerOrganization: 2 }))?.subject;
      assert.equal(await next(), 'a');
      assert.equal(await next(), 'b');
      assert.equal(await next(), 'c', 'a place is left to nobody where there is no other organization');
      const other = await seedProject(store, 'other');
      assert.equal(await next(), undefined);
      for (const subject of ['x', 'y']) await requestWork(store, { kind, subject, projectId: other.id });
      assert.equal(await next(), 'x');
      assert.equal(await next(), 'y');
      assert.equal(await next(), undefined);
    });
  });

  test('a project never has more under way than it may, in the order in which it asked', async () => {
    const url = await newUrl();
    const stores = [await openContractStore(url), await openContractStore(url)];
    const [one] = stores as [Store];
    const [mine, other] = [await seedProject(one, 'mine'), await seedProject(one, 'other')];
    for (const [nth, project] of [mine, mine, mine, other, mine].entries())
      await requestWork(one, { kind, subject: `${nth}`, projectId: project.id });
    const got = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => claim(stores[nth % 2]!, { maxPerProject: 2 })),
    );
    const taken = got.flatMap((work) => work ?? []);
    assert.deepEqual(taken.map(({ subject }) => subject).toSorted(), ['0', '1', '3']);
    await putBackWork(
      one,
      taken.find(({ subject }) => subject === '0')!,
      { afterMs: 60_000 },
    );
    assert.equal(
      await claim(one, { maxPerProject: 2 }),
      undefined,
      'who waits for its next try keeps its place',
    );
    await finishWork(
      one,
      taken.find(({ subject }) => subject === '1')!,
    );
    assert.equal((await claim(one, { maxPerProject: 2 }))?.subject, '2');
    assert.equal(await claim(one, { maxPerProject: 2 }), undefined);
    await deleteProject(one, mine);
    await finishWork(
      one,
      taken.find(({ subject }) => subject === '3')!,
    );
    assert.deepEqual(await listDue(one, [kind], 'here'), [], 'work goes with its project');
    await Promise.all(stores.map((store) => store.close()));
  });

  test('a silent holder loses its work to the next claim, and can write nothing any more', () =>
    withStore(newUrl, async (store) => {
      await requestWork(store, { kind, subject: 'a' });
      const stalled = (await claim(store, { leaseMs: -1 }))!;
      const next = await claimed(store);
      assert.deepEqual([next.id, next.attempt, next.tries], [stalled.id, stalled.attempt + 1, 2]);
      assert.deepEqual(await renewWork(store, [stalled, next], 60_000), new Set([next.id]));
      await assert.rejects(
        inTransaction(store, (transaction) => requireWork(transaction, stalled)),
        LostWork,
      );
      await finishWork(store, stalled);
      await putBackWork(store, stalled, { afterMs: 0 });
      await inTransaction(store, (transaction) => requireWork(transaction, next));
      assert.equal(await claim(store), undefined);
      await putBackWork(store, next, { afterMs: 0, tries: 'undone' });
      assert.equal((await renewWork(store, [next], 60_000)).size, 0, 'a late heartbeat takes nothing again');
      assert.equal((await claimed(store)).tries, 2);
    }));

  test('work that was claimed before the clock was set back by an hour can be claimed at once', () =>
    withStore(newUrl, async (store) => {
      const setBack = async () => {
        const later = (await store.now()) + 3_600_000;
        await store.db.updateTable('work').set({ leaseUntil: later, runAfter: later }).execute();
      };
      await requestWork(store, { kind, subject: 'a' });
      const before = await claimed(store);
      await setBack();
      assert.ok((await listDue(store, [kind], 'here'))[0]!.inMs <= 0);
      const next = await claimed(store);
      assert.equal(next.attempt, before.attempt + 1);
      assert.equal(await claim(store), undefined);
      await setBack();
      const taken = (await takeWork(store, { kind, subject: 'a' }, lease))!;
      assert.equal(taken.attempt, next.attempt + 1);
      await finishWork(store, taken);
      assert.equal((await claimed(store)).id, taken.id, 'the waiting request is due');
      await setBack();
      await releaseHolder(store, lease.holder);
      assert.equal((await claimed(store)).id, taken.id, 'work of a dead process is due');
    }));

  test('what is asked for again while it is under way is done once more, and while it waits once', () =>
    withStore(newUrl, async (store) => {
      await requestWork(store, { kind, subject: 'a', afterMs: 60_000 });
      assert.equal(await claim(store), undefined);
      for (const afterMs of [0, 60_000]) await requestWork(store, { kind, subject: 'a', afterMs });
      const first = await claimed(store);
      await finishWork(store, first);
      assert.equal(await claim(store), undefined, 'once');
      await requestWork(store, { kind, subject: 'a' });
      const second = await claimed(store);
      await requestWork(store, { kind, subject: 'a' });
      await finishWork(store, second);
      const third = await claimed(store);
      await requestWork(store, { kind, subject: 'a' });
      await putBackWork(store, third, { afterMs: 60_000 });
      await finishWork(store, await claimed(store));
      assert.equal(await claim(store), undefined);
    }));

  test('work that is taken by name is nobody else’s, and who asked for it gets it after', () =>
    withStore(newUrl, async (store) => {
      const mine = (await takeWork(store, { kind, subject: 'a' }, lease))!;
      assert.equal(await takeWork(store, { kind, subject: 'a' }, lease), undefined);
      assert.equal(await claim(store), undefined);
      await finishWork(store, mine);
      assert.deepEqual(await listDue(store, [kind], ''), []);
      await requestWork(store, { kind, subject: 'a' });
      await finishWork(store, (await takeWork(store, { kind, subject: 'a' }, lease))!);
      assert.equal((await claimed(store)).subject, 'a');
    }));

  test('a person takes work from its holder, or away altogether', () =>
    withStore(newUrl, async (store) => {
      await requestWork(store, { kind, subject: 'a' });
      const first = await claimed(store);
      await withdrawWork(store, { kind, subject: 'a' });
      await assert.rejects(requireWork(store, first), LostWork);
      const second = await claimed(store);
      await dropWork(store, { kind, subject: 'a' });
      await assert.rejects(requireWork(store, second), LostWork);
      assert.equal(await claim(store), undefined);
    }));

  test('work of a server’s own files is left to it; what is scheduled keeps its time', () =>
    withStore(newUrl, async (store) => {
      await requestWork(store, { kind, subject: 'a', place: 'there' });
      assert.equal(await claim(store), undefined);
      assert.equal((await claim(store, { place: 'there' }))?.subject, 'a');
      await scheduleWork(store, { kind, subject: 'all', afterMs: 60_000 });
      await scheduleWork(store, { kind, subject: 'all', afterMs: 0 });
      assert.equal(await claim(store), undefined);
      const [due, ...others] = await listDue(store, [kind], 'here');
      assert.deepEqual([due?.kind, due?.holder, others], [kind, null, []]);
      assert.ok(due!.inMs > 50_000 && due!.inMs <= 60_000);
    }));

  test('those who listen are told of work, by whichever process asks for it', async () => {
    const url = await newUrl();
    const store = await openContractStore(url);
    let tell = () => {};
    const unlisten = await store.signal.listen(() => tell());
    const told = new Promise<void>((resolve) => (tell = resolve));
    const asking = store.kind === 'postgres' ? await openContractStore(url) : store;
    await inTransaction(asking, (transaction) => requestWork(transaction, { kind, subject: 'a' }));
    await told;
    assert.equal((await claimed(store)).subject, 'a');
    await unlisten();
    await asking.close();
    if (asking !== store) await store.close();
  });

  test('over kill -9 of those who do it, each step is done exactly once', async () => {
    assert.equal(await killWork(await newUrl(), { kills: 4, subjects: 6, steps: 16 }), 4);
  });
}
