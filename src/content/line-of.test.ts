import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineOf } from './line-of.ts';

test('the line of the nth place where a word stands, not of words that it is a part of', () => {
  const text = '# One\n\n[a](./guide) and [b](./guide-two)\n\n[c](./guide)\n';
  assert.equal(lineOf(text, './guide'), 3);
  assert.equal(lineOf(text, './guide', 1), 5);
  assert.equal(lineOf(text, './guide', 7), 5);
  assert.equal(lineOf(text, './guide-two'), 3);
  assert.equal(lineOf(text, './nowhere'), null);
  assert.equal(lineOf(text, ''), null);
});

test('a text that begins everywhere is looked through once', () => {
  const text = 'a'.repeat(200_000);
  assert.equal(lineOf(text, 'a'), null);
});
