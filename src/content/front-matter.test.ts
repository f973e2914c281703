import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flagField, listField, splitFrontMatter, textField } from './front-matter.ts';

test('Front matter is what stands between two lines of dashes at the very start', () => {
  assert.deepEqual(splitFrontMatter('---\na: 1\n---\nBody'), {
    data: { a: '1' },
    body: 'Body',
    warning: null,
  });
  assert.deepEqual(splitFrontMatter('---\r\na: 1\r\n---\r\nBody').body, 'Body');
  for (const text of ['Text\n---\na: 1\n---', '---\nnever closed', '----\na: 1\n----']) {
    assert.deepEqual(splitFrontMatter(text), { data: {}, body: text, warning: null });
  }
});

test('JSON front matter is an object, on one line or several', () => {
  for (const json of [
    '{"title": "A", "draft": true}',
    '{ "title": "A",\n  "draft": true\n}',
    '{\n"title": "A", "draft": true\n}',
  ])
    assert.deepEqual(splitFrontMatter(`${json}\nBody`), {
      data: { title: 'A', draft: 'true' },
      body: 'Body',
      warning: null,
    });
  for (const text of ['{name} is a name', '{"a" b}\nText', '{ not json\n}\nText'])
    assert.deepEqual(splitFrontMatter(text), { data: {}, body: text, warning: null });
});

test('Values stay as they are written', () => {
  const { data } = splitFrontMatter('---\nversion: 1.10\nlang: no\ndate: 2024-01-01\n---\n');
  assert.deepEqual(data, { version: '1.10', lang: 'no', date: '2024-01-01' });
});

test('A YAML bomb is refused with a warning', () => {
  const levels = Array.from(
    { length: 20 },
    (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level},`.repeat(9)}]`,
  );
  const { data, warning } = splitFrontMatter(`---\nl0: &l0 [lol]\n${levels.join('\n')}\n---\nBody`);
  assert.match(warning ?? '', /broken/);
  assert.deepEqual(data, {});
});

test('Nesting too deep to parse is a warning', () => {
  const { warning, body } = splitFrontMatter(`---\na: ${'['.repeat(30_000)}\n---\nBody`);
  assert.match(warning ?? '', /broken/);
  assert.equal(body, 'Body');
});

test('Tags that would make objects or functions make neither', () => {
  const { data } = splitFrontMatter('---\na: !!js/function "function () { throw 1 }"\n---\n');
  assert.deepEqual(data, { a: 'function () { throw 1 }' });
});

test('Fields are read leniently: blanks are absent, lists may be written with commas, flags as text', () => {
  const data = { blank: ' ', none: 'null', name: ' x ', list: ['a', ' b '], commas: 'a, b', draft: 'true' };
  assert.equal(textField(data, 'blank', 'none', 'name'), 'x');
  assert.equal(textField(data, 'missing'), null);
  assert.deepEqual(listField(data, 'missing', 'list'), ['a', 'b']);
  assert.deepEqual(listField(data, 'commas'), ['a', 'b']);
  assert.equal(flagField(data, true, 'draft'), true);
  assert.equal(flagField(data, false, 'draft'), false);
});
