import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signsIn } from './signs.ts';

const found = (text: string, place: 'text' | 'heading') => signsIn(text, place).map(({ term }) => term);

test('operators are words wherever they stand', () => {
  assert.deepEqual(found('let x = a?.b ?? c\nuse foo::bar, **/*.md', 'text'), ['?.', '??', '::', '**/*.']);
});

test('dashes, tags, addresses, options, paths and the ends of sentences are none', () => {
  assert.deepEqual(
    found('wait... what?! <div></div> https://a.b --flag ../x ---------- // yes -- no', 'text'),
    ['//'],
  );
});

test('one sign alone, or brackets, is a word in a heading and in a cell of a table', () => {
  assert.deepEqual(found('The # mark and `[]`', 'heading'), ['#', '[]']);
  assert.deepEqual(found('Some # of [] in text', 'text'), []);
  assert.deepEqual(found('Sign | Meaning\n! | negates\n[[ | begins', 'text'), ['!', '[[']);
});

test('what parts the words of a heading is none', () => {
  assert.deepEqual(found('Install - Guide / API & more: why ?', 'heading'), []);
  assert.deepEqual(found('The `&` and `?` signs', 'heading'), ['&', '?']);
});
