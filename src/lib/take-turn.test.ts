import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { takeTurn } from './take-turn.ts';

test('turns come in order, one in each round of the event loop', async () => {
  const taken: number[] = [];
  const all = [0, 1, 2, 3].map((n) => takeTurn().then(() => taken.push(n)));
  const seen: number[] = [];
  while (taken.length < 4) {
    await setImmediate();
    seen.push(taken.length);
  }
  await Promise.all(all);
  assert.deepEqual(taken, [0, 1, 2, 3]);
  assert.ok(
    seen.every((count, n) => count - (seen[n - 1] ?? 0) <= 1),
    'never two in one round',
  );
});

test('what has begun goes before what is new', async () => {
  const taken: string[] = [];
  const take = (of: 'begun' | 'new', name: string) => takeTurn(of).then(() => taken.push(name));
  await Promise.all([take('new', 'a'), take('new', 'b'), take('begun', 'c'), take('begun', 'd')]);
  assert.deepEqual(taken, ['c', 'd', 'a', 'b']);
});
