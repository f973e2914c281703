import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferDefault } from './prefer-default.ts';

const pages = [
  { path: 'next', title: 'next', score: 0.8, version: 'next', language: 'en', isDefault: false },
  { path: 'old', title: 'old', score: 0.79, version: 'v1.0', language: 'en', isDefault: false },
  { path: 'now', title: 'now', score: 0.78, version: '2.0', language: 'en', isDefault: true },
];

const first = (
  text: string,
  current?: { version: string; language: string },
  filter?: { version: string },
): string | undefined => preferDefault(pages, { text, filter }, current)[0]?.path;

test('The default version wins ties, and others count when they are asked for', () => {
  assert.equal(first('install'), 'now');
  assert.equal(first('install in next'), 'next');
  assert.equal(first('install 1.0'), 'old');
  assert.equal(first('install', { version: 'v1.0', language: 'en' }), 'old');
  assert.equal(first('install', undefined, { version: 'next' }), 'next');
});

test('Another version counts less than the default one, and another language less than another version', () => {
  const found = [
    { path: 'ko', title: 'ko', score: 0.9, version: null, language: 'ko', isDefault: false },
    { path: 'old', title: 'old', score: 0.9, version: '1', language: 'en', isDefault: false },
    { path: 'now', title: 'now', score: 0.8, version: '2', language: 'en', isDefault: true },
    { path: 'weak', title: 'weak', score: 0.5, version: '2', language: 'en', isDefault: true },
  ];
  const ordered = preferDefault(found, { text: 'install' }, undefined);
  assert.deepEqual(
    ordered.map(({ path }) => path),
    ['now', 'old', 'weak', 'ko'],
  );
});

test('The same page of the default version comes before that of another one, which says a word more often', () => {
  const page = (path: string, score: number, version: string, title = 'Storage') => {
    return { path, title, score, version, language: 'en', isDefault: version === '2.0' };
  };
  const ordered = (...found: ReturnType<typeof page>[]) =>
    preferDefault(found, { text: 'where is data kept' }, undefined).map(({ path, score }) => [path, score]);
  assert.deepEqual(ordered(page('docs/next/storage', 1, 'Next'), page('docs/storage', 0.6, '2.0')), [
    ['docs/storage', 0.8],
    ['docs/next/storage', 0.6],
  ]);
  assert.deepEqual(ordered(page('docs/next', 1, 'Next'), page('docs', 0.6, '2.0'))[0], ['docs', 0.8]);
  assert.equal(ordered(page('v1/storage', 1, '1.0'), page('v2/storage', 0.6, '2.0'))[0]![0], 'v2/storage');
  for (const other of [
    page('docs/storage', 0.3, '2.0'),
    page('docs/storage', 0.6, '2.0', 'Disks'),
    page('docs/cloud/eu/storage', 0.6, '2.0'),
  ])
    assert.equal(ordered(page('docs/next/storage', 1, 'Next'), other)[0]![0], 'docs/next/storage');
});
