import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOfRanges } from './include-syntax.ts';

test('ranges name lines, and nothing between two separators names none', () => {
  const text = '1\n2\n3\n4\n5';
  const lines = (ranges: string, separator: '-' | ':' | '..') =>
    linesOfRanges(text, ranges.split(','), separator).replaceAll('\n', '');
  assert.equal(lines('2, 4-', '-'), '245');
  assert.equal(lines(':2,5', ':'), '125');
  assert.equal(lines('4..-1', '..'), '45');
  assert.equal(lines('1,', '-'), '1');
  assert.equal(lines('', '-'), '');
});
