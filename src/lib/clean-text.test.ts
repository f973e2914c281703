import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanLine, cleanText } from './clean-text.ts';

test('NUL is dropped', () => {
  assert.equal(cleanText('a\0b\0'), 'ab');
});

test('a lone surrogate becomes U+FFFD and a pair stays', () => {
  assert.equal(cleanText('a\ud83d'), 'a\ufffd');
  assert.equal(cleanText('\ude00a'), '\ufffda');
  assert.equal(cleanText('😀'), '😀');
});

test('text keeps its lines and a line loses them', () => {
  assert.equal(cleanText('a\r\nb\tc'), 'a\r\nb\tc');
  assert.equal(cleanLine('/a\r\nb\u2028c\u0085d'), '/a  b c d');
});

test('a line loses what would reorder it for a reader', () => {
  assert.equal(cleanLine('gpj.\u202eexe\u2066'), 'gpj. exe');
});

test('a line keeps joiners, which emoji and scripts need', () => {
  assert.equal(cleanLine('👩‍💻'), '👩‍💻');
});
