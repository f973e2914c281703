import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JobQueue } from '../../src/agent/job-queue.ts';

type Test = { after(clean: () => Promise<void>): void };

/** What every queue behind the worker has to keep to. */
export function jobQueueContract(name: string, open: () => Promise<JobQueue>): void {
  async function start(t: Test) {
    const queue = await open();
    t.after(() => queue.stop());
    return queue;
  }

  describe(`${name}, as every job queue,`, () => {
    test('gives what was woken to the work, before and after it began', async (t) => {
      const queue = await start(t);
      const done: string[] = [];
      const both = Promise.withResolvers<void>();
      await queue.wake('early');
      await queue.start(async (id) => {
        done.push(id);
        if (done.length === 2) both.resolve();
        return null;
      }, 1);
      await queue.wake('late');
      await both.promise;
      assert.deepEqual(done.sort(), ['early', 'late']);
    });

    test('works on so many at once and no more, and on one job once at a time', async (t) => {
      const queue = await start(t);
      const underWay = new Set<string>();
      let most = 0;
      const finished: string[] = [];
      const all = Promise.withResolvers<void>();
      await queue.start(async (id) => {
        assert.equal(underWay.has(id), false, `${id} twice at once`);
        underWay.add(id);
        most = Math.max(most, underWay.size);
        await new Promise((resolve) => setTimeout(resolve, 100));
        underWay.delete(id);
        finished.push(id);
        if (new Set(finished).size === 5 && underWay.size === 0) all.resolve();
        return null;
      }, 2);
      for (const id of ['a', 'b', 'c', 'd', 'e']) await Promise.all([queue.wake(id), queue.wake(id)]);
      await all.promise;
      assert.equal(most, 2);
    });

    test('tries again after the time that the work asks for', async (t) => {
      const queue = await start(t);
      const times: number[] = [];
      const again = Promise.withResolvers<void>();
      await queue.start(async () => {
        times.push(performance.now());
        if (times.length === 2) again.resolve();
        return times.length === 1 ? 300 : null;
      }, 1);
      await queue.wake('x');
      await again.promise;
      assert.ok(times[1]! - times[0]! >= 290);
    });

    test('goes on after work that threw', async (t) => {
      const queue = await start(t);
      const second = Promise.withResolvers<void>();
      await queue.start(async (id) => {
        if (id === 'bad') throw new Error('broken');
        second.resolve();
        return null;
      }, 1);
      await queue.wake('bad');
      await queue.wake('good');
      await second.promise;
    });

    test('stops when what was begun has ended, and begins nothing more', async () => {
      const queue = await open();
      const begun = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      const log: string[] = [];
      await queue.start(async (id) => {
        begun.resolve();
        await gate.promise;
        log.push(`ended ${id}`);
        return null;
      }, 1);
      await queue.wake('x');
      await begun.promise;
      await queue.wake('y');
      const stopped = queue.stop().then(() => log.push('stopped'));
      gate.resolve();
      await stopped;
      assert.deepEqual(log, ['ended x', 'stopped']);
    });
  });
}
