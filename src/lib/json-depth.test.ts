import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeeperThan } from './json-depth.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('64 levels are allowed and 65 are not', () => {
  assert.equal(isDeeperThan(nested(64)), false);
  assert.equal(isDeeperThan(nested(65)), true);
});

test('objects and arrays both count', () => {
  assert.equal(isDeeperThan('{"a":[{"b":[]}]}', 4), false);
  assert.equal(isDeeperThan('{"a":[{"b":[]}]}', 3), true);
});

test('width does not count', () => {
  assert.equal(isDeeperThan(`[${'[],{},'.repeat(1000)}0]`, 2), false);
});

test('brackets in strings do not count, whatever is escaped there', () => {
  assert.equal(isDeeperThan(JSON.stringify({ a: '[[[[', 'b"[{\\': ['\\"[', '\\\\'] }), 2), false);
  assert.equal(isDeeperThan('["\\\\",[["]"]]]', 3), false);
  assert.equal(isDeeperThan('["\\\\",[["]"]]]', 2), true);
});

test('a million levels do not overflow the stack', () => {
  assert.equal(isDeeperThan('['.repeat(1_000_000)), true);
  assert.equal(isDeeperThan('{"a":'.repeat(1_000_000)), true);
});

test('text that is not JSON is left to the parser', () => {
  for (const text of ['', ']]]]', '"never closed [[[[', '"\\', 'nonsense'])
    assert.equal(isDeeperThan(text, 1), false);
});

test('text of quotes and backslashes only is read in one pass', () => {
  const long = `"${'\\'.repeat(3_000_000)}`;
  assert.equal(isDeeperThan(long, 1), false);
  assert.equal(isDeeperThan(`"${'\\"'.repeat(3_000_000)}[[`, 1), false);
});
