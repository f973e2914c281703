import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base62, newId, randomBase62 } from './ids.ts';

test('an id is its prefix, an underscore and 22 characters of base62', () => {
  for (let i = 0; i < 1000; i++) assert.match(newId('thr'), /^thr_[0-9A-Za-z]{22}$/);
});

test('ids do not repeat', () => {
  const ids = new Set(Array.from({ length: 10_000 }, () => newId('x')));
  assert.equal(ids.size, 10_000);
});

test('every character of the alphabet is about equally likely', () => {
  const counts = new Map<string, number>();
  for (const character of randomBase62(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
  assert.equal(counts.size, 62);
  // 1,000 expected, standard deviation 31.4: eight of them are never left by chance.
  for (const [character, count] of counts) assert.ok(Math.abs(count - 1000) < 252, `${character}: ${count}`);
});

test('base62 pads to the asked length and holds 32 bits in 6 characters', () => {
  assert.equal(base62(0, 6), '000000');
  assert.equal(base62(61, 2), '0z');
  assert.equal(base62(62, 2), '10');
  assert.equal(base62(0xffffffff, 6).length, 6);
});
