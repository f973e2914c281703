import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeOnce } from './made-once.ts';

const indexOf = () => ({ list: () => [] });

test('a text of an index is made once, also by requests at once, and anew for another index', async () => {
  let made = 0;
  const make = async () => `text ${++made}`;
  const [index, next] = [indexOf(), indexOf()];
  assert.deepEqual(await Promise.all([madeOnce(index, 'a', make), madeOnce(index, 'a', make)]), [
    'text 1',
    'text 1',
  ]);
  assert.equal(await madeOnce(index, 'b', make), 'text 2');
  assert.equal(await madeOnce(next, 'a', make), 'text 3');
  assert.equal(await madeOnce(index, 'a', make), 'text 1');
});

test('what is kept of an index is bounded, and the largest text is kept alone', async () => {
  let made = 0;
  const index = indexOf();
  const ask = (key: string, length: number) =>
    madeOnce(index, key, () => {
      made += 1;
      return new Map([[key, 'x'.repeat(length)]]);
    });
  await ask('a', 5_000_000);
  await ask('large', 9_000_000);
  await ask('large', 9_000_000);
  assert.equal(made, 2);
  await ask('a', 5_000_000);
  assert.equal(made, 3);
});

test('a text that could not be made is tried again', async () => {
  const index = indexOf();
  await assert.rejects(madeOnce(index, 'a', () => Promise.reject(new Error('no'))));
  assert.equal(await madeOnce(index, 'a', () => 'text'), 'text');
});
