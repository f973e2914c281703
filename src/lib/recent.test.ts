import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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

test('a remembered part of a page does not keep the page', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const lengthOf = remembering(10_000, (text) => text.length);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let nth = 0; nth < 50; nth++)
    lengthOf(Buffer.alloc(500_000, `page ${nth} `).toString('latin1').slice(100, 150));
  collect();
  assert.ok(process.memoryUsage().heapUsed - before < 5_000_000);
  assert.equal(lengthOf('end'), 3);
});
