import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCsv } from './csv.ts';

test('a cell that a spreadsheet could run begins with an apostrophe', () => {
  for (const text of ['=cmd()', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']) {
    const [, row = ''] = toCsv([{ text }], ['text']).split('\r\n', 2);
    assert.match(row, /^"?'/, JSON.stringify(text));
  }
});

test('numbers stay numbers, also below zero', () => {
  assert.equal(toCsv([{ n: -1 }], ['n']), 'n\r\n-1\r\n');
});

test('commas, quotes and line breaks are quoted', () => {
  assert.equal(toCsv([{ a: 'x,"y"\nz' }], ['a']), 'a\r\n"x,""y""\nz"\r\n');
});
