import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecent, remembering } from './recent.ts';

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

test('what was made of a text is made again only when it was forgotten', () => {
  const made: string[] = [];
  const lengthOf = remembering(10, (text) => (made.push(text), text.length));
  assert.deepEqual(['abc', 'abc', ''].map(lengthOf), [3, 3, 0]);
  assert.deepEqual(made, ['abc', '']);
  const others = ['0123456789', '9876543210', 'abcdefghij', 'abc'];
  for (const text of others) lengthOf(text);
  assert.deepEqual(made.slice(2), others);
});
