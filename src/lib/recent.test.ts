import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecent } from './recent.ts';

test('words that come again are remembered, and the others are forgotten', () => {
  const words = createRecent<number>(2);
  words.set('common', 0);
  for (const [i, word] of ['a', 'b', 'c', 'd'].entries()) {
    words.set(word, i + 1);
    assert.equal(words.get('common'), 0, word);
  }
  assert.equal(words.get('d'), 4);
  assert.equal(words.get('a'), undefined);
});

test('so much is remembered as their sizes allow', () => {
  const texts = createRecent<string>(100, (text) => text.length);
  const long = 'x'.repeat(60);
  for (const key of ['a', 'b', 'c', 'd', 'e']) texts.set(key, long);
  const kept = ['a', 'b', 'c', 'd', 'e'].filter((key) => texts.get(key) !== undefined);
  assert.deepEqual(kept, ['c', 'd', 'e']);
});
