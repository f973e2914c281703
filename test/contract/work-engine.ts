import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { claimWork, dropWork, listDue, requestWork } from '../../src/store/work.ts';
import { type Engine, startEngine } from '../../src/work/engine.ts';
import { runNow } from '../../src/work/run-now.ts';
import type { WorkKind } from '../../src/work/work-kind.ts';
import { eventually } from '../helpers/eventually.ts';
import { type NewUrl, openContractStore } from './store-seed.ts';

const name = 'test';
const log = { debug() {}, info() {}, warn() {}, error() {} };

/** How work is done, on every store. */
export function workEngineContract(newUrl: NewUrl): void {
  async function scene(t: TestContext) {
    const url = await newUrl();
    const store = await openContractStore(url);
    const engines: Engine[] = [];
    t.after(async () => {
      for (const engine of engines) await engine.stop();
      await store.close();
    });
    const start = async (kind: Pick<WorkKind, 'handle'> & Partial<WorkKind>) => {
      const kinds = [{ name, maxAtOnce: 1, retryAfterMs: [], ...kind }];
      const engine = await startEngine(store, { kinds, place: 'here', log, lookMs: 60_000 });
      engines.push(engine);
      return engine;
    };
    const ask = (subject: string) => requestWork(store, { kind: name, subject });
    return { store, start, ask };
  }

  test('what is asked for is done, before and after the start, so many at once and no more', async (t) => {
    const { start, ask } = await scene(t);
    const underWay = new Set<string>();
    const begun: string[] = [];
    let finished = 0;
    let most = 0;
    const two = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const all = Promise.withResolvers<void>();
    await ask('early');
    const handle: WorkKind['handle'] = async ({ subject }) => {
      assert.equal(underWay.has(subject), false, `${subject} twice at once`);
      begun.push(subject);
      underWay.add(subject);
      most = Math.max(most, underWay.size);
      if (underWay.size === 2) two.resolve();
      await Promise.all([two.promise, asked.promise]);
      await new Promise((resolve) => setTimeout(resolve, 30));
      underWay.delete(subject);
      if (++finished === 5) all.resolve();
    };
    await start({ handle, maxAtOnce: 2 });
    for (const subject of ['a', 'b', 'c', 'd']) await ask(subject);
    asked.resolve();
    await all.promise;
    assert.deepEqual([most, begun[0], begun.toSorted()], [2, 'early', ['a', 'b', 'c', 'd', 'early']]);
  });

  test('what throws is tried again after its time until its tries are used up, and holds up nothing else', async (t) => {
    const { store, start, ask } = await scene(t);
    const tries: number[] = [];
    const good = Promise.withResolvers<void>();
    const givenUp = Promise.withResolvers<void>();
    await ask('bad');
    await start({
      retryAfterMs: [50, 100],
      async handle(work) {
        if (work.subject === 'good') return good.resolve();
        tries.push(work.tries);
        if (tries.length === 3) givenUp.resolve();
        throw new Error('broken');
      },
    });
    await ask('good');
    await Promise.all([good.promise, givenUp.promise]);
    await emptied(store);
    assert.deepEqual(tries, [1, 2, 3]);
  });

  test('a stop hands over at once, which is not a try; what was begun elsewhere is left alone', async (t) => {
    const { store, start, ask } = await scene(t);
    const begun = Promise.withResolvers<void>();
    const engine = await start({
      handle: (_, signal) =>
        new Promise((_, reject) => {
          begun.resolve();
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    await ask('a');
    await begun.promise;
    await ask('b');
    await engine.stop();
    const lease = { holder: 'elsewhere:1:x', leaseMs: 60_000 };
    const claim = () => claimWork(store, { kind: name, place: '', maxPerProject: null, ...lease });
    const got = [await claim(), await claim()];
    assert.deepEqual(got.map((work) => [work?.subject, work?.tries]).toSorted(), [['a', 1], ['b', 1]]); // prettier-ignore
    let next = 0;
    const other = await start({ handle: async () => void (next += 1) });
    await other.stop();
    assert.equal(next, 0);
  });

  test('what a person takes away ends at once, and its end is not written', async (t) => {
    const { store, start, ask } = await scene(t);
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    await start({
      handle: (_, signal) =>
        new Promise((_, reject) => {
          begun.resolve();
          signal.addEventListener('abort', () => {
            ended.resolve();
            reject(signal.reason);
          });
        }),
    });
    await ask('a');
    await begun.promise;
    await dropWork(store, { kind: name, subject: 'a' });
    await ended.promise;
    await emptied(store);
  });

  test('what is scheduled is done now and then, on one of any number of servers, also after it threw', async (t) => {
    const { start } = await scene(t);
    let underWay = 0;
    let times = 0;
    const often = Promise.withResolvers<void>();
    const kind = {
      schedule: { firstMs: 10, everyMs: 20 },
      async handle() {
        assert.equal(++underWay, 1);
        await new Promise((resolve) => setTimeout(resolve, 5));
        underWay -= 1;
        if (++times === 4) often.resolve();
        if (times === 2) throw new Error('broken');
      },
    };
    await Promise.all([start(kind), start(kind)]);
    await often.promise;
  });

  test('who does work at once waits until nobody else does it, and a stop ends the waiting', async (t) => {
    const { store } = await scene(t);
    const request = { kind: name, subject: 'a' };
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = runNow(store, request, async () => {
      begun.resolve();
      await gate.promise;
      order.push('first');
    });
    await begun.promise;
    const stop = new AbortController();
    const stopped = runNow(store, request, async () => void order.push('never'), stop.signal);
    stop.abort(new Error('Stop.'));
    await assert.rejects(stopped, /Stop/);
    const second = runNow(store, request, async () => order.push('second'));
    gate.resolve();
    assert.equal(await second, 2);
    await first;
    await emptied(store);
  });
}

/** Resolves when no record is left. */
async function emptied(store: Parameters<typeof listDue>[0]): Promise<void> {
  await eventually(
    () => listDue(store, [name], 'here'),
    (due) => due.length === 0,
  );
}
