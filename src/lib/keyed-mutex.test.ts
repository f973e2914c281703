import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeyedMutex } from './keyed-mutex.ts';

test('work of one name runs one after another, also after a failure; other names do not wait', async () => {
  const take = createKeyedMutex();
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = take('a', async () => {
    await gate.promise;
    log.push('a1');
    throw new Error('broken');
  });
  const second = take('a', async () => log.push('a2'));
  await take('b', async () => log.push('b'));
  gate.resolve();
  await assert.rejects(first, /broken/);
  await second;
  assert.deepEqual(log, ['b', 'a1', 'a2']);
});
