import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consume, peek } from '../../src/store/counters.ts';
import type { Store } from '../../src/store/store.ts';
import { type NewUrl, openContractStore, withStore } from './store-seed.ts';
import { startWorkers } from './store-workers.ts';

const hour = 3_600_000;

/** As if the time of all windows had passed. */
async function endWindows(store: Store): Promise<void> {
  await store.db
    .updateTable('counters')
    .set({ resetAt: await store.now() })
    .execute();
}

/** A limit of N admits exactly N in its window, whoever asks. */
export function countersContract(newUrl: NewUrl): void {
  test('a limit admits exactly as many as it says and tells what is left', () =>
    withStore(newUrl, async (store) => {
      const limit = { key: 'a', limit: 2, windowMs: hour };
      assert.deepEqual(await peek(store, [limit]), [{ ...limit, remaining: 2, resetMs: hour }]);
      const seen = [];
      for (let i = 0; i < 4; i++) {
        const { admitted, states } = await consume(store, [limit]);
        const { remaining, resetMs } = states[0]!;
        assert.ok(resetMs > 0 && resetMs <= hour);
        seen.push([admitted, remaining]);
      }
      assert.deepEqual(seen, [[true, 1], [true, 0], [false, 0], [false, 0]]); // prettier-ignore
      assert.equal((await peek(store, [limit]))[0]!.remaining, 0);
    }));

  test('when one limit refuses, none moves', () =>
    withStore(newUrl, async (store) => {
      const wide = { key: 'a', limit: 10, windowMs: hour };
      const narrow = { key: 'b', limit: 1, windowMs: hour };
      assert.equal((await consume(store, [wide, narrow])).admitted, true);
      const refused = await consume(store, [wide, narrow]);
      assert.equal(refused.admitted, false);
      assert.deepEqual(
        refused.states.map(({ key, remaining }) => [key, remaining]),
        [['a', 9], ['b', 0]], // prettier-ignore
      );
      const closed = { key: 'c', limit: 0, windowMs: hour };
      assert.equal((await consume(store, [wide, closed])).admitted, false);
      assert.equal((await peek(store, [wide]))[0]!.remaining, 9);
    }));

  test('a lowered limit holds at once, and a raised one too', () =>
    withStore(newUrl, async (store) => {
      const at = (limit: number) => consume(store, [{ key: 'a', limit, windowMs: hour }]);
      for (let i = 0; i < 3; i++) await at(5);
      assert.equal((await at(2)).admitted, false);
      assert.equal((await at(4)).admitted, true);
      assert.equal((await at(4)).admitted, false);
    }));

  test('a window begins with its first use and ends after its time', () =>
    withStore(newUrl, async (store) => {
      const limit = { key: 'a', limit: 1, windowMs: hour };
      const first = await consume(store, [limit]);
      assert.equal(first.states[0]!.resetMs, hour);
      assert.equal((await consume(store, [limit])).admitted, false);
      await endWindows(store);
      assert.equal((await consume(store, [limit])).admitted, true);
    }));

  test('a window that a clock set back left in the far future is over', () =>
    withStore(newUrl, async (store) => {
      const limit = { key: 'a', limit: 1, windowMs: hour };
      await consume(store, [limit]);
      const resetAt = (await store.now()) + 3 * hour;
      await store.db.updateTable('counters').set({ resetAt }).execute();
      assert.equal((await peek(store, [limit]))[0]!.remaining, 1);
      assert.equal((await consume(store, [limit])).admitted, true);
      assert.equal((await consume(store, [limit])).admitted, false);
    }));

  test('counters whose window is over are cleared away', () =>
    withStore(newUrl, async (store) => {
      await consume(
        store,
        Array.from({ length: 50 }, (_, i) => ({ key: `k${i}`, limit: 1, windowMs: hour })),
      );
      await endWindows(store);
      await consume(store, [{ key: 'live', limit: 1, windowMs: hour }]);
      const left = await store.db.selectFrom('counters').select('key').execute();
      assert.deepEqual(left, [{ key: 'live' }]);
    }));

  test('exactly N are admitted through several processes at once, and the other limits moved by N', async () => {
    const url = await newUrl();
    const workers = await startWorkers(3, ['consume', url, '200']);
    const admitted = await workers.run();
    assert.equal(
      admitted.map(Number).reduce((sum, count) => sum + count),
      100,
    );
    const store = await openContractStore(url);
    const wide = { key: 'wide', limit: 1000, windowMs: hour };
    assert.equal((await peek(store, [wide]))[0]!.remaining, 900);
    await store.close();
  });
}
